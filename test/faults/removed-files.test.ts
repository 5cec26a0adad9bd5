import { mkdtemp, readdir, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { account, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import {
  alarmed,
  alarms,
  assertUnavailable,
  campaignsOf,
  newCampaign,
  readiness,
  ready,
  verified,
} from './assertions.ts'

type Context = { dataDir: string; nodes: NodeProcess[] }
const test = suite<Context>('files of the embedded stores that are removed under running nodes')

test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-removed-'))
  context.nodes = [await startNodeProcess({ DATA_DIR: context.dataDir })]
  context.nodes.push(await startNodeProcess({ DATA_DIR: context.dataDir }))
  await provision(context.nodes[0]!)
})
test.after.each(async ({ dataDir, nodes }) => {
  for (const node of nodes) await node.kill()
  await rm(dataDir, { recursive: true })
})

const list = (node: NodeProcess) => node.call('GET', `${account}/retail-campaigns`)
/** Waits until a node, whose views may be behind, lists so many campaigns. */
const lists = (node: NodeProcess, count: number) =>
  until(
    () => campaignsOf(node),
    ({ length }) => length === count,
  )
const outages = (node: NodeProcess) =>
  node.logged().flatMap(({ msg, store }) => (/^store (un)?available/.test(msg) ? [`${store}: ${msg}`] : []))

for (const [what, gone] of [
  ['views.db', ['views.db']],
  // views.db last: a node that notices makes a new one at once, whose files must stay
  ['views.db and what SQLite keeps beside it', ['views.db-wal', 'views.db-shm', 'views.db']],
] as const)
  test(`${what}: every node notices, lists are refused until they are built again, and nobody stops`, async ({
    dataDir,
    nodes,
  }) => {
    for (const node of nodes) assert.is((await newCampaign(node, node.worker)).status, 200)
    for (const node of nodes) await lists(node, 2)
    for (const name of gone) await unlink(join(dataDir, name))
    // never an empty list, as if the campaigns did not exist
    await until(
      async () => {
        for (const node of nodes) {
          const answered = await list(node)
          if (answered.status === 200) assert.is(answered.json.retailCampaigns.length, 2, answered.text)
          else assertUnavailable(answered, /read models/)
        }
        return (await readdir(dataDir)).includes('views.db')
      },
      there => there,
    )
    for (const node of nodes) {
      await ready(node)
      assert.is((await newCampaign(node, 'after')).status, 200)
    }
    // a node that looks when another one has built the views already has nothing to report
    const reports = nodes.filter(node => outages(node).length > 0)
    assert.ok(reports.length > 0)
    for (const node of reports) {
      const lines = await until(
        async () => outages(node),
        found => found.length % 2 === 0,
      )
      assert.equal(
        [...new Set(lines)],
        ['read models: store unavailable, retrying', 'read models: store available again'],
      )
      assert.match(String(alarms(node)[0]?.reason), /views\.db was removed .* built anew from the log/)
    }
    nodes.push(await startNodeProcess({ DATA_DIR: dataDir }))
    for (const node of nodes) await lists(node, 4)
    await verified({ DATA_DIR: dataDir })
    for (const node of nodes) await node.stop()
    await verified({ DATA_DIR: dataDir })
  })

test('log.db: writes are refused instead of being lost, and /readyz says what to do', async ({ dataDir, nodes }) => {
  const [node] = nodes
  assert.is((await newCampaign(node!, 'before')).status, 200)
  for (const one of nodes) await lists(one, 1)
  await unlink(join(dataDir, 'log.db'))
  const { json } = await until(
    () => readiness(node!),
    ({ status }) => status === 503,
  )
  assert.match(json.details.away.join(), /^event log: log\.db was removed or replaced/)
  assert.equal(
    (await alarmed(node!, 0, 1)).map(({ store }) => store),
    ['event log'],
  )
  for (const one of nodes) {
    assertUnavailable(await newCampaign(one, 'lost'), /event (log|store)/)
    assert.equal(await campaignsOf(one), ['before'])
  }
})

test.run()
