import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended } from '../support/programs/cli.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { skip } from '../support/servers/skip.ts'
import { upload } from '../support/service/flow.ts'
import { provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import {
  alarms,
  assertOneLineError,
  assertUnavailable,
  campaignsOf,
  newCampaign,
  readiness,
  ready,
  settled,
  verified,
} from './assertions.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

const disk = await smallDisk(24)
type Context = { disk: SmallDisk; env: Record<string, string>; node: NodeProcess }
const test = suite<Context>('a full disk under the embedded stores')

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

/** Writes until the store refuses; returns the accepted names and the refusal. */
const untilRefused = async (node: NodeProcess, round = 0) => {
  const taken: string[] = []
  for (;;) {
    const name = `Campaign ${round}.${taken.length}`
    const answered = await newCampaign(node, name)
    if (answered.status !== 200) return { taken, refusal: answered }
    taken.push(name)
  }
}

test('writes are refused with a reason, reads work, it is reported once, and all recovers when there is space', async ({
  disk,
  env,
  node,
}) => {
  const heard = node.logged().length
  await disk.fill()
  const { taken, refusal } = await untilRefused(node)
  for (const answered of [refusal, await newCampaign(node, 'refused'), await newCampaign(node, 'refused')]) {
    assertUnavailable(answered, /disk is full|event (log|store)/)
  }
  const shown = await campaignsOf(node)
  for (const name of shown) assert.ok(taken.includes(name), name)
  // SQLite frees the space that it could not use
  await disk.fill()
  for (const path of ['one.txt', 'two.txt'])
    assertUnavailable(await upload(node, path, `${path} `.repeat(10_000)), /store of files/)
  // the log counts as well again as soon as a retry finds room that SQLite has freed
  let round = 0
  const { json } = await until(
    async () => {
      await disk.fill()
      taken.push(...(await untilRefused(node, ++round)).taken)
      return readiness(node)
    },
    ({ status }) => status === 503,
  )
  assert.match(json.details.away.join('\n'), /^event log: the disk is full \(SQLITE_FULL\): make room/m)
  assert.match(json.details.away.join('\n'), /^store of files: the disk is full \(ENOSPC\)/m)
  const reported = () => alarms(node, heard).map(({ msg, store, reason }) => `${msg} ${store} ${reason}`)
  await until(
    async () => reported(),
    lines => lines.length > 0,
  )
  // once for each time that the log was written again
  const recovered = node
    .logged()
    .slice(heard)
    .filter(({ msg, store }) => msg === 'store available again' && store === 'event log').length
  assert.is(
    reported().filter(line => /event log the disk is full/.test(line)).length,
    1 + recovered,
    reported().join('\n'),
  )
  assert.is(
    reported().filter(line => /store of files the disk is full \(ENOSPC\)/.test(line)).length,
    1,
    reported().join('\n'),
  )
  assert.ok(reported().length <= 3 + recovered, reported().join('\n'))
  assert.is((await node.call('GET', '/healthz', undefined, { key: undefined })).status, 200)

  await disk.free()
  await ready(node)
  assert.is((await newCampaign(node, 'after')).status, 200)
  assert.is((await upload(node, 'one.txt', 'one')).status, 200)
  assert.is((await readiness(node)).json.details.away, undefined)
  await settled(node)
  const names = await campaignsOf(node)
  for (const name of [...taken, 'after']) assert.is(names.filter(n => n === name).length, 1, name)
  assert.not.ok(names.includes('refused'))
  await verified(env)
})

test('starting on a full disk fails with one line', async ({ node, disk, env }) => {
  await node.stop()
  await disk.fill()
  const refused = await ended(process.execPath, ['src/node/main.ts'], { PORT: '0', ...env })
  assertOneLineError(refused, /the disk is full \(\S+\): make room on the disk of DATA_DIR/)
  assert.is(refused.code, 1)
  await disk.free()
})

test('starting on a read-only disk fails with one line', async context => {
  context.disk.readOnly()
  const refused = await ended(process.execPath, ['src/node/main.ts'], { PORT: '0', ...context.env })
  assertOneLineError(refused, /DATA_DIR .* cannot be used: its disk is mounted read-only/)
})

if (disk) test.run()
else skip('a full disk: this process may not mount one')
