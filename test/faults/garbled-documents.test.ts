import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { account, provision, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { alarmed, alarms, assertUnavailable, newCampaign, readiness, ready, settled, verified } from './assertions.ts'
import { appended, overwriteText } from './damage.ts'

type Context = { dataDir: string; node: NodeProcess }
const test = suite<Context>('documents that are not JSON any more')

test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-garbled-'))
  const service = await startService({ DATA_DIR: context.dataDir, MONGODB_URL: '' })
  await provision(service)
  for (const name of ['One', 'Two', 'Three']) assert.is((await newCampaign(service, name)).status, 200)
  await service.stop()
  const found = await overwriteText(
    context.dataDir,
    'views.db',
    '"retailCampaignName":"Two"',
    '"retailCampaignName:"Two""',
  )
  assert.ok(found > 0)
  context.node = await startNodeProcess({ DATA_DIR: context.dataDir })
})
test.after.each(async ({ dataDir, node }) => {
  await node.kill()
  await rm(dataDir, { recursive: true })
})

const campaigns = `${account}/retail-campaigns`
const away = /^view retail-campaigns: .* cannot be read; run endcap rebuild retail-campaigns$/

const rebuilt = async ({ dataDir, node }: Context) => {
  const { code, err } = await endcap(['rebuild', 'retail-campaigns'], { DATA_DIR: dataDir })
  assert.is(code, 0, err)
  // without a restart
  await ready(node)
  await settled(node)
  assert.is((await readiness(node)).json.details.away, undefined)
  const { status, json } = await node.call('GET', `${campaigns}/2`)
  assert.equal([status, json.retailCampaignName], [200, 'Two'])
  await verified({ DATA_DIR: dataDir })
}

const metricsOf = async ({ node }: Context) => (await node.call('GET', '/metrics', undefined, { key: undefined })).text

/** Asserts the log line of a stopped view, once, and its metrics; another view is not behind. */
const assertStopped = async (context: Context, view: string, position: string) => {
  const [line] = await alarmed(context.node, 0, 1)
  assert.equal([line?.msg, line?.view, String(line?.position)], ['read models cannot be fed', view, position])
  await until(
    () => metricsOf(context),
    text => new RegExp(`^endcap_projection_lag_positions\\{view="${view}"\\} [1-9]`, 'm').test(text),
  )
  const text = await metricsOf(context)
  assert.match(text, `endcap_projection_stopped{view="${view}"} 1\n`)
  assert.match(text, /^endcap_projection_lag_positions\{view="all"\} [1-9]/m)
  assert.match(text, 'endcap_projection_lag_positions{view="accounts"} 0\n')
  assert.match(text, 'endcap_projection_stopped{view="accounts"} 0\n')
  assert.is(alarms(context.node).length, 1)
}

for (const [what, path] of [
  ['the document', `${campaigns}/2`],
  ['a list that holds it', campaigns],
  ['a list that is searched for it', `${campaigns}?filters=${encodeURIComponent('retailCampaignName like w')}`],
] as const)
  test(`${what} is refused, /readyz names the view and what to do, and a rebuild repairs it`, async context => {
    const { node } = context
    for (const answered of [await node.call('GET', path), await node.call('GET', path)])
      assertUnavailable(answered, /read models/)
    const { status, json } = await readiness(node)
    assert.is(status, 503)
    assert.match(json.details.away.join(), away)
    assert.equal(
      (await alarmed(node, 0, 1)).map(({ store }) => store),
      ['view retail-campaigns'],
    )
    // other documents and other views
    assert.is((await node.call('GET', `${campaigns}/3`)).status, 200)
    assert.is((await node.call('GET', account)).status, 200)
    await rebuilt(context)
    assert.is(alarms(node).length, 1)
  })

test('a change of the document stops its view only, until it is rebuilt', async context => {
  const { node } = context
  assert.is((await node.call('PUT', `${campaigns}/2`, { ctaText: 'Buy' })).status, 200)
  const { json } = await until(
    () => readiness(node),
    ({ status }) => status === 503,
  )
  assert.equal(
    json.details.failedViews.map(({ name }: { name: string }) => name),
    ['retail-campaigns'],
  )
  assert.match(json.details.failedViews[0].reason, 'run endcap rebuild retail-campaigns')
  await assertStopped(context, 'retail-campaigns', json.details.failedViews[0].position)
  assert.is((await node.call('PUT', account, { name: 'Renamed', orgId: 'org1' })).status, 200)
  await until(
    async () => (await node.call('GET', account)).json.name,
    name => name === 'Renamed',
  )
  await rebuilt(context)
  assert.is((await node.call('GET', `${campaigns}/2`)).json.ctaText, 'Buy')
  assert.is((await node.call('PUT', `${campaigns}/2`, { ctaText: 'Look' })).status, 200)
  await settled(node)
  assert.is((await node.call('GET', `${campaigns}/2`)).json.ctaText, 'Look')
})

test('an event that a projection cannot read stops its view: /readyz, the log and the metrics say so', async context => {
  const { dataDir, node } = context
  const position = appended(dataDir, 'retail-campaign-acme:9', 'RetailCampaignCreated', '{}')
  const { json } = await until(
    () => readiness(node),
    ({ status }) => status === 503,
  )
  const [failed] = json.details.failedViews
  assert.is(failed.position, String(position))
  assert.match(failed.reason, /^TypeError: /)
  const logged = await alarmed(node, 0, 1)
  assert.equal([logged[0]?.msg, logged[0]?.position], ['read models cannot be fed', position])
  // other views go on
  assert.is((await node.call('PUT', account, { name: 'Renamed', orgId: 'org1' })).status, 200)
  await until(
    async () => (await node.call('GET', account)).json.name,
    name => name === 'Renamed',
  )
})

test.run()
