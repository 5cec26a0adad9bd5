import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FaultKind, faultKinds } from '../../src/dsp-sandbox/faults.ts'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { consentLinkOf, dataIn, dspEnvironment } from '../support/servers/dsp.ts'
import { servePages } from '../support/servers/page-server.ts'
import { provision, type Service, startService } from '../support/service/service.ts'

type Given = {
  browser: Browser
  page: Page
  sandbox: RunningSandbox
  service: Service
  shop: Awaited<ReturnType<typeof servePages>>
}
/** Milliseconds for a step of the browser: far more than a busy machine needs. */
const patienceMs = 180_000
const test = suite<Given>('consent of the DSP in a browser')

test.before(async given => {
  given.shop = await servePages(({ path }) => (path === '/done' ? { body: '<h1>Back in the shop</h1>' } : undefined))
  given.sandbox = await startDspSandbox()
  given.service = await startService({ ...dspEnvironment(given.sandbox), DSP_REDIRECT_URL: `${given.shop.base}/done` })
  await provision(given.service)
  given.browser = await launchBrowser()
})
test.before.each(async given => {
  given.page = await given.browser.newPage()
  given.page.setDefaultTimeout(patienceMs)
})
test.after.each(async given => {
  given.sandbox.faults.clear()
  await given.page.close()
})
test.after(async given => {
  await given.browser?.close()
  await given.service?.stop()
  await given.sandbox?.stop()
  await given.shop?.close()
})

/** Presses a button of the consent page that is shown; the data with which the person returns. */
const press = async ({ page, shop }: Given, button: 'Approve' | 'Refuse') => {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(`${shop.base}/done?**`)
  assert.is(await page.textContent('h1'), 'Back in the shop')
  return dataIn(page.url())
}
/** Opens the link of authoriseDsp, reads for whom the consent is, and goes on to the consent screen. */
const asked = async ({ page, service, sandbox }: Given) => {
  await page.goto(await consentLinkOf(service, 'acme'))
  await page.getByRole('button', { name: 'Continue to the DSP' }).click()
  await page.waitForURL(`${sandbox.authUrl}?**`)
}

test('a person who approves is back in the shop with 200', async given => {
  await asked(given)
  assert.equal(await press(given, 'Approve'), {
    partnerId: '1001',
    message: 'Endcap is authorised at the DSP. Account: Acme. Organisation: Org. Partner: 1001.',
    status: 200,
  })
})

test('a person who refuses is back in the shop with 422', async given => {
  await asked(given)
  const { status, message } = await press(given, 'Refuse')
  assert.is(status, 422)
  assert.match(message, /refused at the DSP/)
})

test('who is sent the link of the consent screen by somebody else authorises nobody, and reads why', async given => {
  const { service, sandbox, shop } = given
  // the stranger confirms in a browser of their own, and sends the address to which that leads
  await asked(given)
  const screen = given.page.url()
  const tokens = () => sandbox.arrivals.filter(({ path }) => path === '/token').length
  const before = [shop.hits.length, tokens()]
  const victim = await (await given.browser.newContext()).newPage()
  await victim.goto(screen)
  await victim.getByRole('button', { name: 'Approve' }).click()
  await victim.waitForURL(`${service.url}/dsp/callback?**`)
  assert.is(await victim.textContent('h1'), 'This consent was not confirmed in this browser')
  assert.equal([shop.hits.length, tokens()], before, 'the person is not sent on, and no code is exchanged')
  await victim.context().close()
  // nor does the stranger get anything out of it
  assert.is((await press(given, 'Approve')).status, 422)
})

test('a page of another site cannot press the button for somebody', async given => {
  const { page, service, shop } = given
  const link = await consentLinkOf(service, 'acme')
  // the shop is at another port of this machine: another origin
  await page.goto(`${shop.base}/done?${new URLSearchParams({ data: 'x' })}`)
  await page.setContent(`<form method="post" action="${link}"><button>Win a prize</button></form>`)
  await page.getByRole('button').click()
  await page.waitForURL(link)
  assert.is(await page.textContent('h1'), 'The form was sent by another site')
  assert.equal(await page.context().cookies(`${service.url}/dsp/callback`), [])
})

test('a person who goes back and approves again reads that the consent was answered', async given => {
  await asked(given)
  assert.is((await press(given, 'Approve')).status, 200)
  await given.page.goBack()
  const { status, message } = await press(given, 'Approve')
  assert.is(status, 422)
  assert.match(message, /answered already/)
})

test('the shop learns neither code nor state, not even as the page that the person comes from', async given => {
  await asked(given)
  await press(given, 'Approve')
  const referrer = await given.page.evaluate(() => document.referrer)
  assert.not.match(referrer, /code|state/)
  for (const { query } of given.shop.hits)
    assert.equal(
      [...query.keys()].filter(name => name !== 'data'),
      [],
    )
})

/** The other faults concern the API, which a consent does not use. */
const refusing: readonly FaultKind[] = ['invalid-grant']

for (const kind of Object.keys(faultKinds) as FaultKind[])
  test(`with the fault ${kind} the person is back in the shop all the same`, async given => {
    given.sandbox.faults.ask(kind, 1)
    await asked(given)
    assert.is((await press(given, 'Approve')).status, refusing.includes(kind) ? 422 : 200)
  })

test.run()
