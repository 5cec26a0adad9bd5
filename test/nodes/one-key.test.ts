import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recorded } from '../../src/ports/event-log.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { type Answered, account, campaignWith, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

type Context = { stores: SharedStores; nodes: NodeProcess[] }

const times = <A>(count: number, make: (i: number) => A): A[] => Array.from({ length: count }, (_, i) => make(i))

/** A POST under an Idempotency-Key; `owner` tells its effect from others. */
type Request = { readonly owner: string; readonly key: string; readonly path: string; readonly body: object }

const keys = `${account}/api-keys`
const keyOf = (owner: string) => ({ owner, permissions: ['Campaigns_View'] })
const forKey = (owner: string): Request => ({ owner, key: randomUUID(), path: keys, body: keyOf(owner) })

/** Undefined when the node was killed. */
const sentTo = (node: NodeProcess, { path, body, key }: Request): Promise<Answered | undefined> =>
  node.call('POST', path, body, { headers: { 'idempotency-key': key } }).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
const gone = (): never => {
  throw new Error('the node is gone')
}
/** The answer that a client gets which asks again while the request is running or a store is away. */
const answered = (node: NodeProcess, request: Request): Promise<Answered> =>
  until(
    async () => (await sentTo(node, request)) ?? gone(),
    ({ status }) => status !== 409 && status !== 503,
  )

/** Halts a node in the middle of requests. Not while it writes: the other one could not write either, to the same file. */
const haltedMidway = async (
  one: NodeProcess,
  two: NodeProcess,
  requests: (attempt: number) => readonly Request[],
): Promise<{ wanted: readonly Request[]; sent: readonly Promise<Answered | undefined>[] }> => {
  for (let attempt = 0; ; attempt++) {
    const wanted = requests(attempt)
    const sent = wanted.map(request => sentTo(one, request))
    await Promise.race(sent)
    await one.suspend()
    const canWrite = await two.call('PUT', '/v2/org/org1', { name: randomUUID(), retailer: true })
    if (canWrite.status === 200) return { wanted, sent }
    one.resume()
    await Promise.all(sent)
  }
}

const issued = (events: readonly Recorded[]) =>
  events.flatMap(({ type, data }) => (type === 'ApiKeyIssued' ? [data as { keyId: string }] : []))

/** The ids that more than one event has. */
const repeatedIds = (events: readonly Recorded[]): readonly string[] =>
  [...Map.groupBy(events, e => e.id)].filter(([, same]) => same.length > 1).map(([id]) => id)

/** Every key was issued once, is the one that its clients were told of, and works if they were shown it. */
const eachIssuedOnce = async (
  node: NodeProcess,
  events: readonly Recorded[],
  told: ReadonlyMap<string, readonly (Answered | undefined)[]>,
): Promise<void> => {
  const { apiKeys } = await until(
    () => node.must('GET', `${keys}?limit=500`),
    found => found.apiKeys.length === issued(events).length,
  )
  const ownerOf = new Map<string, string>(
    apiKeys.map(({ keyId, owner }: { keyId: string; owner: string }) => [keyId, owner]),
  )
  const byOwner = Map.groupBy(issued(events), ({ keyId }) => ownerOf.get(keyId))
  for (const [owner, answers] of told) {
    const grants = byOwner.get(owner) ?? []
    assert.is(grants.length, 1, `${owner} was issued ${grants.length} times`)
    for (const answer of answers) {
      if (answer?.status !== 200) continue
      assert.is(answer.json.keyId, grants[0]?.keyId, owner)
      const { apiKey: key } = answer.json
      if (key !== null)
        await until(
          () => node.call('GET', `${account}/retail-campaigns`, undefined, { key }),
          ({ status }) => status === 200,
        )
    }
  }
  assert.equal(repeatedIds(events), [])
}

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`one Idempotency-Key, two nodes on ${where}`)

  test.before(async context => {
    context.nodes = []
    context.stores = await open!()
    const first = await startNodeProcess(context.stores.env)
    await provision(first)
    context.nodes = [first]
  })
  test.after(async ({ stores, nodes }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await stores.close()
  })
  const eventsIn = async ({ env }: SharedStores) => {
    const log = await readingLog(env)
    return log.events().finally(log.close)
  }

  /** Reads on a node, whose views may be behind, what the whole log says. */
  const readsAll = async (node: NodeProcess, stores: SharedStores, path: string): Promise<Answered> => {
    const headers = { 'Endcap-After-Position': String((await eventsIn(stores)).at(-1)?.position ?? 0n) }
    return until(
      () => node.call('GET', path, undefined, { headers }),
      ({ status }) => status !== 503,
    )
  }

  test('sent to both in the first seconds of a node, a request runs once', async ({ stores, nodes }) => {
    const second = await startNodeProcess(stores.env)
    nodes.push(second)
    const told = new Map<string, readonly (Answered | undefined)[]>()
    await Promise.all(
      times(16, async i => {
        const request = forKey(`twins ${i}`)
        const both = await Promise.all(nodes.map(node => sentTo(node, request)))
        const repeats = await Promise.all(nodes.map(node => answered(node, request)))
        told.set(request.owner, [...both, ...repeats])
      }),
    )
    await eachIssuedOnce(second, await eventsIn(stores), told)
  })

  test('when a node is halted, and another takes its requests over, each runs once', async ({ stores, nodes }) => {
    const [one, two] = nodes as [NodeProcess, NodeProcess]
    const campaigns = await Promise.all(times(6, () => campaignWith(two, ['pot'])))
    const save = (headline: string) => ({
      creativeName: 'pot',
      dynamicAssets: [{ columnName: 'headline', columnValue: headline }],
    })
    /** Requests of this name, every other one for an API key. */
    const requests = (name: string) =>
      times(24, (i): Request => {
        const [owner, key] = [`${name}.${i}`, randomUUID()]
        return i % 2 === 0
          ? { owner, key, path: keys, body: keyOf(owner) }
          : { owner, key, path: `${campaigns[i % campaigns.length]}/creative`, body: save(owner) }
      })
    const told = new Map<string, readonly (Answered | undefined)[]>()
    for (const round of [1, 2]) {
      const { wanted, sent } = await haltedMidway(one, two, attempt => requests(`halted ${round}.${attempt}`))
      const taken = await Promise.all(wanted.map(request => answered(two, request)))
        // later saves, which no old save may replace
        .then(async answers => {
          for (const campaign of campaigns) await two.must('POST', `${campaign}/creative`, save(`last ${round}`))
          return answers
        })
        .finally(one.resume)
      const first = await Promise.all(sent)
      for (const [i, { owner, path }] of wanted.entries()) if (path === keys) told.set(owner, [first[i], taken[i]])
      for (const campaign of campaigns) {
        const { dynamicAssets } = (await readsAll(two, stores, `${campaign}/creative/pot`)).json
        assert.is(dynamicAssets[0].columnValue, `last ${round}`, campaign)
      }
    }
    await eachIssuedOnce(two, await eventsIn(stores), told)
  })

  test('after a node is killed, another one finishes its requests, each once', async ({ stores, nodes }) => {
    const [one, two] = nodes as [NodeProcess, NodeProcess]
    const wanted = times(16, i => forKey(`killed ${i}`))
    const sent = wanted.map(request => sentTo(one, request))
    await Promise.race(sent)
    await one.kill()
    const first = await Promise.all(sent)
    const taken = await Promise.all(wanted.map(request => answered(two, request)))
    const told = new Map(wanted.map(({ owner }, i) => [owner, [first[i], taken[i]]] as const))
    await eachIssuedOnce(two, await eventsIn(stores), told)
  })

  if (open) test.run()
  else skip(`one Idempotency-Key, two nodes on ${where}: no MONGODB_URL, and ${whyNoFerretDb()}`)
}
