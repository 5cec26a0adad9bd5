import { cp, mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { account, provision, startService } from '../support/service/service.ts'
import {
  alarmed,
  alarms,
  assertOneLineError,
  assertUnavailable,
  campaignsOf,
  newCampaign,
  readiness,
  ready,
  verified,
} from './assertions.ts'
import { changed, damageHeader, damageRows, tableOfView } from './damage.ts'

type Context = { folder: string; dataDir: string }
const test = suite<Context>('damaged files of the embedded stores')
let original: string
const names = Array.from({ length: 12 }, (_, i) => `Campaign ${i}`)

test.before(async () => {
  original = await mkdtemp(join(tmpdir(), 'endcap-undamaged-'))
  const service = await startService({ DATA_DIR: original, MONGODB_URL: '' })
  await provision(service)
  for (const name of names) assert.is((await newCampaign(service, name)).status, 200)
  await service.stop()
})
test.after(() => rm(original, { recursive: true }))
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-damaged-'))
  context.dataDir = join(context.folder, 'data')
  await cp(original, context.dataDir, { recursive: true })
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const start = (dataDir: string) => ended(process.execPath, ['src/node/main.ts'], { DATA_DIR: dataDir, PORT: '0' })
const faultsOf = async (dataDir: string): Promise<readonly string[]> => {
  const { code, out, err } = await endcap(['verify', '--json'], { DATA_DIR: dataDir })
  assert.is(code, 1, out + err)
  assert.not.match(err, /node:internal|Error:/)
  return JSON.parse(out).faults.map((f: { where: string; detail: string }) => `${f.where}: ${f.detail}`)
}
const restore = /stop the node and restore a backup \(endcap restore\)/
const removeViews = /stop the node, remove views\.db and start again: it is built anew/

for (const [file, advice] of [
  ['log.db', restore],
  ['views.db', removeViews],
] as const)
  test(`a ${file} that is not a database: opening it fails with one line that says what to do`, async ({ dataDir }) => {
    await damageHeader(dataDir, file)
    const refused = file === 'log.db' ? await start(dataDir) : await endcap(['verify'], { DATA_DIR: dataDir })
    assertOneLineError(refused, new RegExp(`${file} is damaged \\(SQLITE_NOTADB\\): `))
    assert.match(refused.err, advice)
  })

test('overwritten pages of the log: requests that need them are refused, all others work', async ({ dataDir }) => {
  const node = await startNodeProcess({ DATA_DIR: dataDir })
  try {
    const heard = node.logged().length
    await damageRows(dataDir, 'log.db', 'event')
    const { retailCampaignIdx: idx } = (
      await node.call('GET', `${account}/retail-campaigns?filters=retailCampaignName=${names[0]}`)
    ).json.retailCampaigns[0]
    const change = () => node.call('PUT', `${account}/retail-campaigns/${idx}`, { ctaText: 'Buy' })
    for (const answered of [await change(), await change()]) assertUnavailable(answered, /event log/)
    assert.is((await campaignsOf(node)).length, names.length)
    const { status, json } = await readiness(node)
    assert.is(status, 503)
    assert.match(json.details.away.join(), /^event log: log\.db is damaged \(SQLITE_CORRUPT/)
    assert.equal(
      (await alarmed(node, heard, 1)).map(({ store }) => store),
      ['event log'],
    )
    assert.match(String(alarms(node, heard)[0]?.reason), restore)
  } finally {
    await node.stop()
  }
  assert.ok((await faultsOf(dataDir)).some(line => /^the event log: log\.db is damaged/.test(line)))
})

test('verify reports an event with changed bytes, and writes to its stream are refused', async ({ dataDir }) => {
  const where = "type = 'RetailCampaignCreated' AND data LIKE '%Campaign 3%'"
  const [stream] = changed(dataDir, 'log.db', `SELECT stream FROM event WHERE ${where}`)
  assert.equal(changed(dataDir, 'log.db', `UPDATE event SET data = substr(data, 3) WHERE ${where}`), [1])
  const node = await startService({ DATA_DIR: dataDir, MONGODB_URL: '' })
  try {
    const path = `${account}/retail-campaigns/${String(stream).split(':')[1]}`
    assertUnavailable(await node.call('PUT', path, { ctaText: 'Buy' }), /event log/)
    assert.is((await newCampaign(node, 'another')).status, 200)
    assert.match((await readiness(node)).json.details.away.join(), /^event log: log\.db is damaged \(NOT_JSON\)/)
  } finally {
    await node.stop()
  }
  const found = await faultsOf(dataDir)
  assert.ok(
    found.some(line => line.startsWith(`${stream}@0: log.db is damaged (NOT_JSON): stop the node and restore`)),
    found.join('\n'),
  )
})

test('overwritten pages of a view: its lists are refused, writes work, and views are rebuilt after deleting the file', async ({
  dataDir,
}) => {
  await damageRows(dataDir, 'views.db', tableOfView(dataDir, 'retail-campaigns'))
  const node = await startNodeProcess({ DATA_DIR: dataDir })
  try {
    const list = () => node.call('GET', `${account}/retail-campaigns`)
    for (const answered of [await list(), await list()]) assertUnavailable(answered, /read models/)
    assert.is((await newCampaign(node, 'meanwhile')).status, 200)
    assert.match((await readiness(node)).json.details.away.join(), /^read models: views\.db is damaged/)
    assert.equal(
      (await alarmed(node, 0, 1)).map(({ store }) => store),
      ['read models'],
    )
    assert.match(String(alarms(node)[0]?.reason), removeViews)
  } finally {
    await node.stop()
  }
  assert.ok((await faultsOf(dataDir)).some(line => /^retail-campaigns: views\.db is damaged/.test(line)))
  await unlink(join(dataDir, 'views.db'))
  const again = await startService({ DATA_DIR: dataDir, MONGODB_URL: '' })
  await ready(again)
  assert.is((await campaignsOf(again)).filter(n => n === 'meanwhile').length, 1)
  await again.stop()
  await verified({ DATA_DIR: dataDir })
})

test.run()
