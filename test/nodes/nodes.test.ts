import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recorded } from '../../src/ports/event-log.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { askExport, download, queueEnd, unzipped } from '../support/service/flow.ts'
import { account, campaignWith, provision, statusPath } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

/** Writes per minute and key: few enough to reach here, more than the other tests need. */
const writesAllowed = 400
const settings = { LEASE_MS: '6000', RATE_LIMIT: `100000,${writesAllowed},1000` }

type Context = { stores: SharedStores; nodes: NodeProcess[] }
type Claim = { readonly worker: string; readonly attempt: number }

const at = <A>(items: readonly A[], i: number): A => items[i % items.length] as A
const name = (i: number) => `Campaign ${i}`
const newCampaign = (node: NodeProcess, i: number) =>
  node.must('POST', `${account}/retail-campaigns`, {
    retailCampaignName: name(i),
    templateCampaignIdx: 1,
    assetSourceType: 'uploadAsset',
  })
const issuedKey = async (node: NodeProcess): Promise<{ keyId: string; apiKey: string }> =>
  node.must('POST', `${account}/api-keys`, { owner: 'Test', permissions: ['Campaigns_All'] })

/** As seen by this node, which may lag behind others. */
const becomesActive = (node: NodeProcess, campaign: string) =>
  until(
    async () => (await node.call('GET', statusPath(campaign))).json,
    ({ status }) => status === 'ACTIVE',
  )

const claimsIn = (events: readonly Recorded[]): readonly Claim[] =>
  events.filter(({ type }) => /^(Export|Activation)Started$/.test(type)).map(({ data }) => data as Claim)
const countOf = (events: readonly Recorded[], type: string, stream: string) =>
  events.filter(event => event.type === type && event.stream === stream).length
/** Streams of jobs in progress: started, and neither finished nor released. */
const underWay = (events: readonly Recorded[]) => {
  const held = new Map<string, Claim>()
  for (const { stream, type, data } of events) {
    if (/^(Export|Activation)Started$/.test(type)) held.set(stream, data as Claim)
    if (/^(Export|Activation)(Completed|Failed|AttemptFailed)$/.test(type)) held.delete(stream)
  }
  return held
}

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`three nodes on ${where}`)

  test.before(async context => {
    context.nodes = []
    context.stores = await open!()
    const start = () => startNodeProcess({ ...context.stores.env, ...settings })
    // all at once on new stores, as an operator would start them
    const starting = await Promise.allSettled([start(), start(), start()])
    context.nodes = starting.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    for (const one of starting) if (one.status === 'rejected') throw one.reason
    await provision(context.nodes[0]!)
  })
  test.after(async ({ stores, nodes }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await stores.close()
  })

  test('campaigns created on all nodes at once get unique ids, and every node lists them', async ({ nodes }) => {
    const created = await Promise.all(Array.from({ length: 36 }, (_, i) => newCampaign(at(nodes, i), i)))
    const ids = created.map(({ retailCampaignIdx }) => retailCampaignIdx)
    assert.is(new Set(ids).size, ids.length)
    for (const node of nodes)
      await until(
        () => node.call('GET', `${account}/retail-campaigns?limit=100`),
        ({ json }) =>
          ids.every(id => json.retailCampaigns?.some((c: { retailCampaignIdx: number }) => c.retailCampaignIdx === id)),
      )
  })

  test('a write on one node is visible on another to clients that send its position (HTTP-24)', async ({ nodes }) => {
    const { retailCampaignIdx } = await newCampaign(nodes[0]!, 0)
    const path = `${account}/retail-campaigns/${retailCampaignIdx}`
    for (let i = 1; i <= 12; i++) {
      const written = await at(nodes, i).call('PUT', path, { retailCampaignName: name(i) })
      assert.is(written.status, 200, written.text)
      const after = { 'Endcap-After-Position': written.headers.get('endcap-position') ?? '' }
      // a busy machine may take longer than a GET waits; 503 with Retry-After asks to retry
      const read = await until(
        () => at(nodes, i + 1).call('GET', path, undefined, { headers: after }),
        ({ status }) => status !== 503,
      )
      assert.is(read.json.retailCampaignName, name(i), read.text)
    }
  })

  test('a key revoked on one node stops working on every node', async ({ nodes }) => {
    const { keyId, apiKey: key } = await issuedKey(nodes[0]!)
    const statusAt = async (node: NodeProcess) =>
      (await node.call('GET', `${account}/retail-campaigns`, undefined, { key })).status
    for (const node of nodes)
      await until(
        () => statusAt(node),
        status => status === 200,
      )
    await nodes[1]!.must('DELETE', `${account}/api-keys/${keyId}`)
    for (const node of nodes)
      await until(
        () => statusAt(node),
        status => status === 401,
      )
  })

  test('writes on two nodes count towards the limit of a key on the third', async ({ nodes }) => {
    const { apiKey: key } = await issuedKey(nodes[0]!)
    const [one, two, third] = nodes as [NodeProcess, NodeProcess, NodeProcess]
    // an invalid request still counts
    const write = async (node: NodeProcess) =>
      (await node.call('PUT', `${account}/retail-campaigns/999999`, { retailCampaignName: 'none' }, { key })).status
    for (const node of nodes)
      await until(
        () => write(node),
        status => status === 404,
      )
    let asked = 0
    await until(
      async () => {
        // a new minute may begin, which resets the count
        for (let i = 0; i < 10; i++) await Promise.all([write(one), write(two), write(one), write(two)])
        asked += 1
        return write(third)
      },
      status => status === 429,
    )
    assert.ok(asked < writesAllowed / 4, `the third node received ${asked} requests`)
  })

  test('other nodes take over the work of a killed node, and every result exists once', async ({ stores, nodes }) => {
    const [one, ...others] = nodes as [NodeProcess, NodeProcess, NodeProcess]
    const creatives = Array.from({ length: 8 }, (_, i) => `creative ${i}`)
    const live = await Promise.all([0, 1].map(i => campaignWith(at(nodes, i), creatives)))
    for (const campaign of live) await one.must('POST', `${campaign}/activate`, {})
    for (const campaign of live) await becomesActive(one, campaign)
    const starting = await campaignWith(one, creatives)

    const log = await readingLog(stores.env)
    const formats = ['png', 'jpg', 'gif'] as const
    const heldBy = async (node: NodeProcess) =>
      [...underWay(await log.events()).values()].some(({ worker }) => worker === node.worker)
    /** A node that certainly holds a job: jobs are short, so it is suspended before the second look. */
    const inTheMiddle = async () => {
      for (const node of others) {
        if (!(await heldBy(node))) continue
        node.suspend()
        if (await heldBy(node)) return node
        node.resume()
      }
      return undefined
    }
    // the requests go to a node that is not killed
    const [victim, asked] = await Promise.all([
      until(inTheMiddle, node => node !== undefined),
      Promise.all(live.flatMap(campaign => formats.map(format => askExport(one, campaign, format)))),
      one.must('POST', `${starting}/activate`, { assetGenerationType: 'png' }),
    ])
    await victim!.kill()
    const before = await log.events()
    const interrupted = [...underWay(before)].filter(([, { worker }]) => worker === victim!.worker)
    const left = nodes.filter(node => node !== victim)

    for (const { queueId } of asked) assert.is((await queueEnd(left[0]!, queueId)).status, 'COMPLETED', queueId)
    await becomesActive(left[1]!, starting)
    const events = await log.events()
    await log.close()

    const idx = (campaign: string) => campaign.split('/').at(-1)
    for (const campaign of live)
      for (const format of formats)
        assert.is(countOf(events, 'ExportCompleted', `export-acme:${idx(campaign)}:production:${format}:1`), 1)
    for (const campaign of [...live, starting])
      assert.is(countOf(events, 'ActivationCompleted', `activation-acme:${idx(campaign)}`), 1)
    assert.ok(interrupted.length > 0)
    for (const [stream, { attempt }] of interrupted) {
      const next = claimsIn(events.filter(event => event.stream === stream)).filter(claim => claim.attempt > attempt)
      assert.ok(next.length > 0, `no node took over ${stream}`)
      assert.ok(next.every(({ worker }) => left.some(node => node.worker === worker)))
    }
    const url = await until(
      async () => (await left[1]!.call('GET', `${live[0]}/exportAssetStatus`)).json[0]?.resolutionsResponse[0].url,
      link => Boolean(link),
    )
    const zip = await unzipped(await download(url))
    assert.ok(zip.has('manifest.json'))
    assert.is(zip.size, creatives.length * 2 + 1)
    for (const node of left)
      await until(
        () => node.call('GET', '/readyz'),
        ({ status }) => status === 200,
      )
  })

  if (open) test.run()
  else skip(`three nodes on ${where}: no MONGODB_URL, and ${whyNoFerretDb()}`)
}
