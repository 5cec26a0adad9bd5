import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Ended, ended, killedOnce } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { campaignWith, provision, startService } from '../support/service/service.ts'

type Context = { folder: string; data: string }
const test = suite<Context>('a restore or copy that was killed')
let original: string

test.before(async () => {
  const service = await startService({ MONGODB_URL: '' })
  await provision(service)
  await campaignWith(service, ['one'])
  original = await mkdtemp(join(tmpdir(), 'endcap-original-'))
  const backUp = async (name: string) => {
    const { code, err } = await endcap(['backup', join(original, name)], { DATA_DIR: service.dataDir })
    assert.is(code, 0, err)
  }
  await backUp('small')
  // enough files for the restore to take a while
  for (let i = 0; i < 2_000; i++) {
    const shard = join(service.dataDir, 'blobs', (i % 256).toString(16).padStart(2, '0'))
    await mkdir(shard, { recursive: true })
    await writeFile(join(shard, i.toString(16).padStart(64, '0')), `file ${i}`)
  }
  await backUp('backup')
  await service.stop()
})
test.after(() => rm(original, { recursive: true }))
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-unfinished-'))
  context.data = join(context.folder, 'data')
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const refused = ({ code, out, err }: Ended, must: RegExp) => {
  assert.ok(code !== 0 && code !== null, `exit code ${code}`)
  assert.is(out, '')
  assert.match(err, must)
  assert.match(err, /^[^\n]+\n$/)
}
const start = (dataDir: string) => ended(process.execPath, ['src/node/main.ts'], { DATA_DIR: dataDir, PORT: '0' })
const backup = () => join(original, 'backup')
/** For a copy of the log, which takes no files. */
const smallBackup = () => join(original, 'small')

test('a service does not start on half a restore as if it were empty; the restore can be repeated', async ({
  data,
}) => {
  const output = await killedOnce(['restore', backup()], { DATA_DIR: data }, /restore: \d+\/\d+ files/)
  assert.not.match(output, 'restored')
  const before = await readdir(data)
  const words = /data holds a restore that did not finish: run endcap restore .*backup again, or remove the folder/
  const started = await start(data)
  refused(started, words)
  assert.is(started.code, 2)
  for (const tool of [['verify'], ['keys', 'list'], ['backup', join(data, '..', 'b')]])
    refused(await endcap(tool, { DATA_DIR: data }), words)
  assert.equal(await readdir(data), before, 'and nothing was created')

  const { code, err } = await endcap(['restore', backup()], { DATA_DIR: data })
  assert.is(code, 0, err)
  const verified = await endcap(['verify', '--json'], { DATA_DIR: data })
  const { events } = JSON.parse(verified.out)
  assert.ok(events > 0)
})

test('a service does not start on half a copy of a log', async ({ folder, data }) => {
  const source = join(folder, 'source')
  assert.is((await endcap(['restore', smallBackup()], { DATA_DIR: source })).code, 0)
  const output = await killedOnce(['copy-log', '--from', source, '--to', data], {}, /copying: /)
  assert.not.match(output, 'written')
  refused(await start(data), /data holds a copy that did not finish: run the same endcap copy-log again, or remove/)
  const { code, err } = await endcap(['copy-log', '--from', source, '--to', data], {})
  assert.is(code, 0, err)
  assert.not.ok((await readdir(data)).includes('unfinished.json'))
})

test('a copy that is refused leaves a service on the target alone', async ({ folder, data }) => {
  const source = join(folder, 'source')
  assert.is((await endcap(['restore', smallBackup()], { DATA_DIR: source })).code, 0)
  const issue = (DATA_DIR: string) =>
    endcap(['keys', 'issue', '--account', 'acme', '--permission', 'Campaigns_View'], { DATA_DIR })
  // the key of the account, which seals owners, is then the same in both
  assert.is((await issue(source)).code, 0)
  const copy = () => endcap(['copy-log', '--from', source, '--to', data], {})
  assert.is((await copy()).code, 0)
  await cp(join(source, 'secrets.key'), join(data, 'secrets.key'))
  // an event of its own
  const issued = await issue(data)
  assert.is(issued.code, 0, issued.err)
  const { code, err } = await copy()
  assert.is(code, 1)
  assert.match(err, 'the target holds other events')
  assert.not.ok((await readdir(data)).includes('unfinished.json'))
})

test.run()
