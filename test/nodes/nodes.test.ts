import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recorded } from '../../src/ports/event-log.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { answers, type Receiver, startReceiver } from '../support/servers/webhook-receiver.ts'
import { followEvents } from '../support/service/event-stream.ts'
import { askExport, download, queueEnd, unzipped } from '../support/service/flow.ts'
import { account, campaignWith, provision, statusPath } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

/** Writes per minute and key: few enough to reach here, more than the other tests need. */
const writesAllowed = 400
const settings = { LEASE_MS: '6000', RATE_LIMIT: `100000,${writesAllowed},1000` }

type Context = { stores: SharedStores; nodes: NodeProcess[]; receiver: Receiver }
type Reading = Awaited<ReturnType<typeof readingLog>>
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

const countOf = (events: readonly Recorded[], type: string, stream: string) =>
  events.filter(event => event.type === type && event.stream === stream).length
/** Jobs in progress: their streams, each with its worker and the number of its attempt. */
const underWay = async ({ leases }: Pick<Reading, 'leases'>): Promise<ReadonlyMap<string, Claim>> => {
  const categories = { exports: 'export', activation: 'activation' }
  const found = await Promise.all(
    Object.entries(categories).map(async ([process, category]) => {
      const prefix = `job:${process}:`
      return Array.from(await leases(prefix), ([workId, { holder: worker }]) => {
        const end = workId.lastIndexOf(':')
        const stream = `${category}-${workId.slice(prefix.length, end)}`
        return [stream, { worker, attempt: Number(workId.slice(end + 1)) }] as const
      })
    }),
  )
  return new Map(found.flat())
}

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`three nodes on ${where}`)

  test.before(async context => {
    context.nodes = []
    context.stores = await open!()
    context.receiver = await startReceiver()
    const env = { ...context.stores.env, ...settings, EGRESS_ALLOW: context.receiver.host }
    const start = () => startNodeProcess(env)
    // all at once on new stores, as an operator would start them
    const starting = await Promise.allSettled([start(), start(), start()])
    context.nodes = starting.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    for (const one of starting) if (one.status === 'rejected') throw one.reason
    await provision(context.nodes[0]!)
  })
  test.after(async ({ stores, nodes, receiver }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await receiver.close()
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

  test('other nodes take over the work of a killed node, and every result exists once', async context => {
    const { stores, nodes } = context
    const [one, ...others] = nodes as [NodeProcess, NodeProcess, NodeProcess]
    const creatives = Array.from({ length: 8 }, (_, i) => `creative ${i}`)
    const live = await Promise.all([0, 1].map(i => campaignWith(at(nodes, i), creatives)))
    for (const campaign of live) await one.must('POST', `${campaign}/activate`, {})
    for (const campaign of live) await becomesActive(one, campaign)
    const starting = await campaignWith(one, creatives)

    const log = await readingLog(stores.env)
    const formats = ['png', 'jpg', 'gif'] as const
    const heldBy = async (node: NodeProcess) =>
      [...(await underWay(log)).values()].some(({ worker }) => worker === node.worker)
    /** A node that certainly holds a job: jobs are short, so it is suspended before the second look. */
    const inTheMiddle = async () => {
      for (const node of others) {
        if (!(await heldBy(node))) continue
        await node.suspend()
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
    const interrupted = [...(await underWay(log))].filter(([, { worker }]) => worker === victim!.worker)
    await victim!.kill()
    const left = nodes.filter(node => node !== victim)
    context.nodes = left

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
      const failed = events.filter(event => event.stream === stream && event.type.endsWith('AttemptFailed'))
      const silent = failed.filter(({ data }) => (data as Claim).attempt === attempt)
      assert.is(silent.length, 1, `no node took over ${stream}`)
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

  test('webhooks and event streams go on at another node when theirs is killed, and no event is missing', async context => {
    const { stores, nodes, receiver } = context
    const types = 'RetailCampaignCreated'
    await nodes[0]!.must('POST', `${account}/webhooks`, { url: receiver.url, types: [types] })
    // the node dies while it waits for the third answer
    receiver.willReact(answers(204), answers(204), () => undefined)
    const first = await newCampaign(nodes[0]!, 0)
    await until(
      async () => receiver.received.length,
      count => count >= 1,
    )
    const log = await readingLog(stores.env)
    const [lease] = (await log.leases('webhooks:')).values()
    await log.close()
    const victim = nodes.find(({ worker }) => worker === lease?.holder)!
    const left = nodes.find(node => node !== victim)!
    const path = `${account}/events/stream?types=${types}`
    const before = await followEvents(`${victim.url}${path}`)
    await until(
      async () => before.lastEventId(),
      id => id !== '',
    )
    const created = [first, ...(await Promise.all([1, 2, 3, 4].map(i => newCampaign(at([victim, left], i), i))))]
    // more than three where another node takes over from one that hardly runs, as on a busy machine
    await until(
      async () => ({ sent: receiver.received.length, streamed: before.seen.length }),
      ({ sent, streamed }) => sent >= 3 && streamed === 4,
    )
    await victim.kill()
    created.push(...(await Promise.all([5, 6].map(i => newCampaign(left, i)))))
    const afterwards = await followEvents(`${left.url}${path}`, { lastEventId: before.lastEventId() })

    const ids = () => [...new Set(receiver.received.map(({ headers }) => headers['webhook-id']))]
    await until(
      async () => [ids().length, afterwards.seen.length],
      ([sent, streamed]) => sent === created.length && streamed === 2,
    )
    const query = `filters=type=${types}&order=descending&limit=${created.length}`
    const { events } = await left.must('GET', `${account}/events?${query}`)
    const wanted = events.map(({ id }: { id: string }) => id).toReversed()
    assert.equal(ids(), wanted)
    assert.equal(
      [...before.seen, ...afterwards.seen].map(({ event }) => event.id),
      wanted.slice(1),
    )
    assert.ok(receiver.received.length > created.length, 'what was under way comes again, under its id')
    await Promise.all([before.close(), afterwards.close()])
    context.nodes = [left]
  })

  if (open) test.run()
  else skip(`three nodes on ${where}: no MONGODB_URL, and ${whyNoFerretDb()}`)
}
