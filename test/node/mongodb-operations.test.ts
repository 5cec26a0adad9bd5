import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../support/servers/mongodb.ts'
import { account, campaignWith, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

/** Operations by `command on`, as the driver reports them. */
type Operations = ReadonlyMap<string, number>
type Context = { server: MongoUnderTest; dataDir: string; node: NodeProcess; campaigns: string[]; turn: number }

const operationsOf = async (node: NodeProcess): Promise<Operations> => {
  const { text } = await node.call('GET', '/metrics', undefined, { key: undefined })
  const lines = text.matchAll(/^endcap_mongodb_operations_total\{command="(.*?)",on="(.*?)"\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, command, on, count]) => [`${command} ${on}`, Number(count)]))
}
const since = (before: Operations, after: Operations): Operations =>
  new Map(
    [...after].flatMap(([what, count]) =>
      count > (before.get(what) ?? 0) ? [[what, count - (before.get(what) ?? 0)]] : [],
    ),
  )
/** What a node does whatever is asked of it: it shows life, exchanges counters, and reads sizes for the metrics once a minute. */
const isOwn = (what: string) => /^(?:findAndModify feeds|find feeds|dbStats |\w+ volatile)$/.test(what)
const sum = (operations: Operations, counts: (what: string) => boolean = () => true): number =>
  Iterator.from(operations).reduce((total, [what, count]) => total + (counts(what) ? count : 0), 0)

onMongo('operations of a node on MongoDB', server => {
  const test = suite<Context>(`operations of a node on MongoDB (${server})`)
  test.before(async context => {
    context.server = await startMongo()
    context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-operations-'))
    context.node = await startNodeProcess({ DATA_DIR: context.dataDir, MONGODB_URL: context.server.url })
    await provision(context.node)
    context.turn = 0
    context.campaigns = []
    for (let i = 0; i < 32; i++) context.campaigns.push(await campaignWith(context.node, ['one']))
  })
  test.after(async ({ server, node, dataDir }) => {
    await node.stop()
    await server.close()
    await rm(dataDir, { recursive: true })
  })

  /** The operations that some work needs, without those of an idle node. */
  const during = async ({ node }: Context, work: () => Promise<unknown>): Promise<Operations> => {
    const before = await operationsOf(node)
    await work()
    const after = since(before, await operationsOf(node))
    return new Map([...after].filter(([what]) => !isOwn(what)))
  }
  const saves = (context: Context, campaign: string) =>
    context.node.must('POST', `${campaign}/creative`, {
      creativeName: 'one',
      dynamicAssets: [{ columnName: 'headline', columnValue: `${context.turn++}` }],
    })
  const beats = (operations: Operations) => operations.get('findAndModify feeds') ?? 0
  /** Waits until a node has looked at what there is to do, and has been quiet for two beats. */
  const startIsOver = async (node: NodeProcess) => {
    let from = await operationsOf(node)
    const quiet = async () => {
      const now = await operationsOf(node)
      const used = since(from, now)
      const isQuiet = [...used.keys()].every(isOwn)
      if (!isQuiet) from = now
      return isQuiet && beats(used) >= 2
    }
    await until(quiet, Boolean)
  }
  /** Processes look at their lists when the lease was lost for a moment, as on a busy machine, and at webhooks some time after a change. */
  const isOfProcess = (what: string) => /(?:-to-(?:do|run|drop|archive)| webhooks)$/.test(what)
  const ofRequests = (used: Operations): Operations => new Map([...used].filter(([what]) => !isOfProcess(what)))
  const shown = (operations: Operations) => JSON.stringify([...operations])

  test('one writer needs at most 8 operations a command', async context => {
    const count = 25
    const used = await during(context, async () => {
      for (let i = 0; i < count; i++) await saves(context, context.campaigns[i % 4]!)
    })
    assert.ok(sum(used) <= 8 * count, shown(used))
  })

  test('many writers share the operations of a batch', async context => {
    const rounds = 12
    const used = await during(context, () =>
      Promise.all(
        context.campaigns.map(async campaign => {
          for (let i = 0; i < rounds; i++) await saves(context, campaign)
        }),
      ),
    )
    assert.ok(sum(used) <= 1.5 * rounds * context.campaigns.length, shown(used))
  })

  test('a document is one operation at first, a page of a list two, and both none while they are held', async context => {
    // what the node wrote it holds, and another one does not
    await context.node.stop()
    context.node = await startNodeProcess({ DATA_DIR: context.dataDir, MONGODB_URL: context.server.url })
    const { node, campaigns } = context
    await startIsOver(node)
    const asked = async (path: string) => {
      const used = await during(context, async () => assert.is((await node.call('GET', path)).status, 200))
      return Object.fromEntries(ofRequests(used))
    }
    assert.equal(await asked(account), { 'find accounts': 1 })
    assert.equal(await asked(campaigns[0]!), { 'find retail-campaigns': 1, 'find retail-settings': 1 })
    // on a busy machine a beat may be late, and until it is there the node reads from the server
    const isHeld = (path: string) =>
      until(
        () => asked(path),
        used => Object.keys(used).length === 0,
      )
    for (const path of [account, campaigns[0]!]) await isHeld(path)
    assert.equal(await asked(campaigns[1]!), { 'find retail-campaigns': 1 })
    const page = `${account}/assets?limit=5`
    assert.equal(await asked(page), { 'find assets': 1, 'aggregate assets': 1 })
    await isHeld(page)
    assert.equal(await asked(`${account}/assets?limit=6`), { 'find assets': 1, 'aggregate assets': 1 })
  })

  test('a document is read as it was written last', async context => {
    const { node, campaigns } = context
    const path = campaigns[2]!
    const before = await node.must('GET', path)
    await saves(context, path)
    const used = await during(context, async () => {
      const after = await node.must('GET', path)
      assert.is.not(after.updatedOn, before.updatedOn)
    })
    assert.ok(sum(ofRequests(used)) <= 1, shown(used))
  })

  test('the first page of the rows of an asset source is one operation, the others none, at any offset and by their token', async context => {
    const { node } = context
    const data = Array.from({ length: 600 }, (_, n) => ({ sku: `pot-${n}` }))
    const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku', data }
    const { id } = await node.must('POST', `${account}/asset-sources/inline`, inline)
    const pages = `${account}/asset-sources/${id}/data`
    let next: unknown
    const first = await during(context, async () => {
      ;({ next } = await node.must('GET', pages))
    })
    assert.equal(shown(ofRequests(first)), shown(new Map([['find asset-sources', 1]])))
    for (const query of ['', '?offset=300', '?offset=599', `?next=${next}`])
      await until(
        () => during(context, () => node.must('GET', pages + query)),
        used => used.get('find asset-sources') === undefined,
      )
  })

  test('an idle node needs at most 3 operations a second', async context => {
    const { node } = context
    const before = await operationsOf(node)
    // a beat every 0.7 s tells the time
    const used = await until(
      async () => since(before, await operationsOf(node)),
      now => beats(now) >= 8,
    )
    assert.ok(sum(used) <= 3 * 0.7 * (beats(used) + 1), shown(used))
  })

  test.run()
})
