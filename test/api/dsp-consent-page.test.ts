import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { readingLog } from '../nodes/stores.ts'
import {
  answerConsent,
  browserOf,
  confirmConsent,
  consentLinkOf,
  dataIn,
  dspEnvironment,
} from '../support/servers/dsp.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('page before the consent of the DSP')
const clock = aheadClock()
const hostileName = '</dd><script>alert(1)</script> "Acme" & Söhne'
let sandbox: RunningSandbox
let service: Service

test.before(async () => {
  sandbox = await startDspSandbox({ now: () => clock.now().getTime() })
  service = await startService(dspEnvironment(sandbox), { clock })
  await provision(service)
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const opened = (link: string, sent: RequestInit = {}) => fetch(link, { redirect: 'manual', ...sent })
const pressed = (link: string, headers: Record<string, string> = {}) => opened(link, { method: 'POST', headers })
const codeOf = async (answered: Response) => ((await answered.json()) as { code: string }).code
const reasons = async () => {
  const log = await readingLog(service.stores)
  const events = await log.events()
  await log.close()
  return events.flatMap(({ type, data }) =>
    type === 'DspConsentRefused' ? [(data as { readonly reason: string }).reason] : [],
  )
}

test('the page names account, organisation and partner, so that nobody gives access to a company they do not know', async () => {
  const page = await opened(await consentLinkOf(service, 'acme', 1001))
  assert.is(page.status, 200)
  const text = (await page.text()).replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' ')
  for (const named of ['Acme', '(acme)', 'Org', '(org1)', '1001', new URL(sandbox.url).host])
    assert.ok(text.includes(named), `${named} is missing in ${text}`)
})

test('the page runs no scripts, is in no frame and no cache, and changes nothing', async () => {
  const link = await consentLinkOf(service, 'acme')
  const page = await opened(link)
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'.*frame-ancestors 'none'/)
  assert.is(page.headers.get('cache-control'), 'no-store')
  assert.is(page.headers.get('set-cookie'), null)
  assert.not.match(await page.text(), /<script/)
  await confirmConsent(service, link)
})

test('names are text on the page, whatever they are', async () => {
  const { status } = await service.call('PUT', account, { name: hostileName, orgId: 'org1' })
  assert.is(status, 200)
  try {
    const markup = await (await opened(await consentLinkOf(service, 'acme'))).text()
    assert.not.ok(markup.includes('<script'))
    assert.ok(markup.includes('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Acme&quot; &amp; Söhne'))
  } finally {
    await service.must('PUT', account, { name: 'Acme', orgId: 'org1' })
  }
})

test('the button sets a cookie for the callback only, and leads to the consent screen', async () => {
  const answered = await pressed(await consentLinkOf(service, 'acme'))
  assert.is(answered.status, 302)
  assert.ok(answered.headers.get('location')?.startsWith(`${sandbox.authUrl}?`))
  const cookie = answered.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^endcap-dsp-[0-9a-f]{16}=[\w-]{43}; Path=\/dsp\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/)
})

test('an answer counts in no other browser: with no cookie, or that of another consent', async () => {
  const link = await consentLinkOf(service, 'acme', 1002)
  const cookies: readonly Record<string, string>[] = [{}, { cookie: 'endcap-dsp-0123456789abcdef=x' }]
  const other = await answerConsent(
    await confirmConsent(service, await consentLinkOf(service, 'acme', 1002)),
    'approve',
  )
  for (const headers of [...cookies, browserOf(other)]) {
    const back = await answerConsent(
      await confirmConsent(service, await consentLinkOf(service, 'acme', 1002)),
      'approve',
    )
    const answered = await opened(back.href, { headers })
    assert.equal([answered.status, answered.headers.get('location')], [403, null])
    assert.is(await codeOf(answered), 'dsp-consent-elsewhere')
    assert.is((await reasons()).at(-1), 'other-browser')
    const again = await opened(back.href, { headers: browserOf(back) })
    assert.match(dataIn(again.headers.get('location') ?? '').message, /answered already/)
  }
  const { json } = await service.call('GET', `${account}/dsp-configurations/1002/advertisers`)
  assert.match(json.error, /needs-authorisation/)
  // nobody has pressed the button behind this link
  const { pathname } = new URL(link)
  const unconfirmed = await opened(`${service.url}/dsp/callback?state=${pathname.split('/').pop()}&code=x`)
  assert.is(unconfirmed.status, 403)
})

test('a form of another site confirms nothing, in browsers that say so by either header', async () => {
  const link = await consentLinkOf(service, 'acme')
  const foreign: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    const answered = await pressed(link, headers)
    assert.equal([answered.status, answered.headers.get('set-cookie')], [403, null], JSON.stringify(headers))
    assert.is(await codeOf(answered), 'form-from-other-site')
  }
  assert.is((await pressed(link, { 'sec-fetch-site': 'same-origin', origin: service.url })).status, 302)
  assert.is((await pressed(link, { origin: service.url })).status, 302)
})

test('a link that was answered, is too old or was altered says so', async () => {
  const answeredLink = await consentLinkOf(service, 'acme')
  const back = await answerConsent(await confirmConsent(service, answeredLink), 'approve')
  await opened(back.href, { headers: browserOf(back) })
  const isOver = async (link: string) => {
    for (const method of ['GET', 'POST']) {
      const answered = await opened(link, { method })
      assert.equal([answered.status, await codeOf(answered)], [409, 'dsp-consent-over'], method)
    }
  }
  await isOver(answeredLink)
  const old = await consentLinkOf(service, 'acme')
  clock.pass(600_000)
  await isOver(old)
  for (const altered of [old.replace('.acme.', '.other.'), `${old}x`, `${service.url}/dsp/consent/evil`])
    for (const method of ['GET', 'POST']) {
      const answered = await opened(altered, { method })
      assert.equal([answered.status, await codeOf(answered)], [403, 'link-invalid'], altered)
    }
})

test.run()
