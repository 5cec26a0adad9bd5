import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bakeryWith, banners, insteadOfPages } from '../support/brands/consent-pages.ts'
import { type Page, servePages } from '../support/servers/page-server.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

type World = { service: Service; pages: Awaited<ReturnType<typeof servePages>> }
const test = suite<World>('brand pages behind banners and walls')
const generation = `${account}/tmplGenAI`

const { html: challenge } = insteadOfPages['Cloudflare, managed challenge']!
const served: Readonly<Record<string, Page>> = {
  '/banner': { body: bakeryWith(banners['OneTrust, English']!) },
  '/challenge': { body: challenge },
  '/forbidden': { status: 403, body: challenge },
}

test.before(async world => {
  world.pages = await servePages(({ path }) => served[path])
  world.service = await startService({ EGRESS_ALLOW: new URL(world.pages.base).host })
  await provision(world.service)
})
test.after(async ({ service, pages }) => {
  await service?.stop()
  await pages?.close()
})

const made = async ({ service }: World, requestId: string, brandUrl: string) => {
  const retailer = { id: requestId, name: 'Alder Bakery' }
  await service.must('POST', `${generation}/sync-flow`, { brandUrl, retailer, inventoryType: 'OnSite', requestId })
  const { json } = await until(
    () => service.call('GET', `${generation}/ui-response/${requestId}`),
    ({ json: shown }) => ['COMPLETED', 'FAILED'].includes(shown.status),
  )
  const { templates } = (await service.call('GET', `${generation}/workflow-result/${requestId}`)).json
  return { ui: json, html: templates.map((one: { html: string }) => one.html).join('\n') as string }
}

test('a page behind a cookie banner becomes templates with its own headline and button', async world => {
  const { ui, html } = await made(world, 'banner', `${world.pages.base}/banner`)
  assert.equal([ui.status, ui.brand.name, ui.templates.length], ['COMPLETED', 'Alder & Moss', 4])
  assert.match(html, 'Bread baked by hand')
  assert.match(html, 'Order a loaf')
  assert.not.match(html, /cookies|Accept All|privacy/i)
})

for (const path of ['challenge', 'forbidden'])
  test(`a bot check leaves the name of the retailer, and a warning: ${path}`, async world => {
    const { ui, html } = await made(world, path, `${world.pages.base}/${path}`)
    assert.equal([ui.status, ui.brand.name, ui.templates.length], ['COMPLETED', '', 4])
    assert.match(ui.warnings.join(), 'is a bot check by Cloudflare')
    assert.match(html, 'Alder Bakery')
    assert.not.match(html, /moment|JavaScript|challenge/i)
  })

test('an unknown host fails the workflow at its first attempt, with the reason', async world => {
  const { ui } = await made(world, 'unknown', 'https://no-such-host.invalid/')
  assert.is(ui.status, 'FAILED')
  assert.match(ui.error, 'the host is unknown')
})

test.run()
