import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended } from '../support/programs/cli.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { skip } from '../support/servers/skip.ts'
import { upload } from '../support/service/flow.ts'
import { provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { alarms, campaignsOf, newCampaign, readiness, ready, toldAway, toldInOneLine, verified } from './told.ts'

const disk = await smallDisk(24)
type Context = { disk: SmallDisk; env: Record<string, string>; node: NodeProcess }
const test = suite<Context>('a disk of the embedded stores that fills up')

test.before(async context => {
  context.disk = disk!
  context.env = { DATA_DIR: join(context.disk.folder, 'data') }
  context.node = await startNodeProcess(context.env)
  await provision(context.node)
})
test.after(async ({ node, disk }) => {
  await node.stop()
  await disk.close()
})

/** Writes until the store refuses; answers the names that it took, and the refusal. */
const untilRefused = async (node: NodeProcess) => {
  const taken: string[] = []
  for (;;) {
    const name = `Campaign ${taken.length}`
    const answered = await newCampaign(node, name)
    if (answered.status !== 200) return { taken, refusal: answered }
    taken.push(name)
  }
}

test('writes are refused with a reason, reads go on, it is told once; with room again all goes on', async ({
  disk,
  env,
  node,
}) => {
  const heard = node.logged().length
  await disk.fill()
  const { taken, refusal } = await untilRefused(node)
  for (const answered of [refusal, await newCampaign(node, 'refused'), await newCampaign(node, 'refused')]) {
    toldAway(answered, /disk is full|event (log|store)/)
  }
  const shown = await campaignsOf(node)
  for (const name of shown) assert.ok(taken.includes(name), name)
  // SQLite gives back what it could not use
  await disk.fill()
  for (const path of ['one.txt', 'two.txt'])
    toldAway(await upload(node, path, `${path} `.repeat(10_000)), /store of files/)
  const { json } = await until(
    () => readiness(node),
    ({ status }) => status === 503,
  )
  assert.match(json.details.away.join('\n'), /^event log: the disk is full \(SQLITE_FULL\): make room/m)
  assert.match(json.details.away.join('\n'), /^store of files: the disk is full \(ENOSPC\)/m)
  const told = () => alarms(node, heard).map(({ msg, store, reason }) => `${msg} ${store} ${reason}`)
  await until(
    async () => told(),
    lines => lines.length > 0,
  )
  assert.is(told().filter(line => /event log the disk is full/.test(line)).length, 1, told().join('\n'))
  assert.is(told().filter(line => /store of files the disk is full \(ENOSPC\)/.test(line)).length, 1, told().join('\n'))
  assert.ok(told().length <= 3, told().join('\n'))
  assert.is((await node.call('GET', '/healthz', undefined, { key: undefined })).status, 200)

  await disk.free()
  await ready(node)
  assert.is((await newCampaign(node, 'after')).status, 200)
  assert.is((await upload(node, 'one.txt', 'one')).status, 200)
  assert.is((await readiness(node)).json.details.away, undefined)
  const names = await campaignsOf(node)
  for (const name of [...taken, 'after']) assert.is(names.filter(n => n === name).length, 1, name)
  assert.not.ok(names.includes('refused'))
  await verified(env)
})

test('a disk that cannot be written to refuses the start in one line', async context => {
  await context.node.stop()
  context.disk.readOnly()
  const refused = await ended(process.execPath, ['src/node/main.ts'], { PORT: '0', ...context.env })
  toldInOneLine(refused, /event log cannot be reached: log\.db cannot be (written to|opened) .*check who owns DATA_DIR/)
})

if (disk) test.run()
else skip('a disk that fills up: this process may not mount one')
