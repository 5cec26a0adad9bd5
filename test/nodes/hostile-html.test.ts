import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { healthDuring } from '../support/programs/health-watch.ts'
import { type HostileAd, hostileAds } from '../support/programs/hostile-ads.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { account, activated, provision } from '../support/service/service.ts'
import { inTime } from '../support/waiting/in-time.ts'

type Context = { dataDir: string; node: NodeProcess }
const test = suite<Context>('hostile HTML against a live node')
test.before(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-hostile-'))
  context.node = await startNodeProcess({ DATA_DIR: context.dataDir })
  await provision(context.node)
  await context.node.must('PUT', '/v2/accounts/modest', { name: 'Modest', orgId: 'org1' })
})
test.after(async ({ node, dataDir }) => {
  await node.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A node that is blocked does not answer at all; one that waits for a core, as on a busy machine, is not blocked. */
const longestMs = 1_000
const watched = async <A>({ node }: Context, name: string, work: () => Promise<A>): Promise<A> => {
  const { result, worstMs, p99Ms, times, blockedMs } = await healthDuring(node, () => inTime(name, work()))
  console.log(
    `${name}: /healthz at most ${worstMs} ms, ${blockedMs} ms of it not for others, 99 of 100 within ${p99Ms} ms, asked ${times} times`,
  )
  assert.ok(blockedMs < longestMs, `${name}: the node did not answer for ${blockedMs} ms`)
  return result
}

let lastTemplate = 100
const putTemplate = (node: NodeProcess, accountId: string, html: string) =>
  node.call('PUT', `/v2/accounts/${accountId}/template-campaigns/${++lastTemplate}`, {
    templateCampaignName: 'Hostile',
    adUnits: [{ adUnitId: 1, adUnitName: 'Only', dimension: '80x40', html }],
  })

const newCampaign = async (node: NodeProcess, accountId: string, columns: HostileAd['columns'] = {}, more = {}) => {
  const campaigns = `/v2/accounts/${accountId}/retail-campaigns`
  const { retailCampaignIdx } = await node.must('POST', campaigns, {
    retailCampaignName: 'Hostile',
    templateCampaignIdx: lastTemplate,
    assetSourceType: 'uploadAsset',
    clickthroughUrl: 'https://shop.example.com/',
    ...more,
  })
  const campaign = `${campaigns}/${retailCampaignIdx}`
  const dynamicAssets = Object.entries(columns).map(([columnName, columnValue]) => ({ columnName, columnValue }))
  await node.must('POST', `${campaign}/creative`, { creativeName: 'one', dynamicAssets })
  return campaign
}
/** The ad alone, as the preview page shows it: with a signed link, without a key. */
const shown = async (node: NodeProcess, campaign: string) => {
  const [{ previewUrls }] = (await node.must('GET', `${campaign}/creatives`)).creatives
  return node.call('GET', previewUrls[0].url.replace('?', '.html?'), undefined, { key: undefined })
}

const tooCostly = [422, 'document-too-costly', '/adUnits/0/html'] as const
for (const { name, html, columns, ends, says = /./, refusedWith = tooCostly } of hostileAds)
  test(name, context =>
    watched(context, name, async () => {
      const { node } = context
      const put = await putTemplate(node, 'acme', html)
      if (ends === 'refused-at-once') {
        assert.equal([put.status, put.json.code, put.json.errors[0].pointer], refusedWith)
        assert.match(put.json.detail, says)
        return
      }
      assert.is(put.status, 200, put.text)
      const { status, json, text } = await shown(node, await newCampaign(node, 'acme', columns))
      if (ends === 'refused-when-shown') assert.ok(status === 422 || status === 409, `${status} ${text.slice(0, 500)}`)
      if (ends === 'refused-when-shown') assert.match(json.detail, says)
      else assert.is(status, 200, text.slice(0, 500))
    }),
  )

test('its activation fails with the reason', context =>
  watched(context, 'activation', async () => {
    const { node } = context
    await putTemplate(node, 'acme', '{{a}}'.repeat(7_060))
    const { status, message } = await activated(node, await newCampaign(node, 'acme', { a: 'x'.repeat(65_000) }))
    assert.is(status, 'FAILED')
    assert.match(message, 'document-too-costly: the document would be larger than 4 MiB')
  }))

test('an ad that went live is served to anybody, whatever the query holds', context =>
  watched(context, 'serving', async () => {
    const { node } = context
    await putTemplate(node, 'acme', `${'<!-- a -->'.repeat(60)}<p>{{a}}</p><a href="{{clickUrl}}">`)
    const campaign = await newCampaign(node, 'acme', { a: 'live' })
    await activated(node, campaign)
    const ad = `/serve/acme/${campaign.split('/').pop()}/1`
    const encoded = `https%${'25'.repeat(4_000)}3A%2F%2Fdsp.example`
    for (const query of ['', `?click=${encoded}`, `?cb=${'9'.repeat(4_000)}&gdpr_consent=${'a'.repeat(4_000)}`]) {
      const { status, text } = await node.call('GET', ad + query, undefined, { key: undefined })
      assert.is(status, 200)
      assert.match(text, '<p>live</p><a href="https://shop.example.com/">')
    }
  }))

test('trackers that repeat what follows them are refused', context =>
  watched(context, 'trackers', async () => {
    const { node } = context
    const plan = `${account}/media-plans/7`
    const placements = [{ placementId: 'P-1', placementName: 'Top' }]
    const sites = [{ id: 1, siteId: 501, siteName: 'Magazine', placements }]
    await node.must('PUT', plan, { mediaPlanName: 'Plan', sites })
    const hostile = `https://count.example.com/?${'a={redirect}&'.repeat(150)}`
    const item = {
      siteName: 'Magazine',
      placementName: 'Top',
      primaryClickTracker: hostile,
      secondaryClickTracker1: hostile,
    }
    const { errorResponse, trackerAppendedCount } = await node.must('PUT', `${plan}/trackers/1`, {
      mediaPlanDetails: [item],
    })
    assert.equal(errorResponse, { primaryClickTracker: [hostile], secondaryClickTracker1: [hostile] })
    assert.is(trackerAppendedCount, 0)
  }))

test('an account that floods the composer does not hold up another one', context =>
  watched(context, 'flood', async () => {
    const { node } = context
    await putTemplate(node, 'modest', '<p>{{a}}</p>')
    const modest = await newCampaign(node, 'modest', { a: 'modest' })
    const slow = (n: number) => putTemplate(node, 'acme', `{{a${' '.repeat(300_000 + n)}`)
    let refused = 0
    const flood = Array.from({ length: 8 }, (_, n) => slow(n).then(({ status }) => assert.is(status, 422) ?? refused++))
    await flood[0]
    assert.match((await shown(node, modest)).text, '<p>modest</p>')
    assert.ok(refused < 5, `${refused} of 8 came first`)
    await Promise.all(flood)
  }))

test('the node has not grown by what it refused', async ({ node }) => {
  const peak = Number.parseInt((await readFile(`/proc/${node.pid}/status`, 'utf8')).split('VmHWM:')[1] ?? '', 10) / 1024
  console.log(`the node took at most ${Math.round(peak)} MB`)
  assert.ok(peak < 1_000, `${peak} MB`)
})

test.run()
