import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startedEndcap } from '../support/programs/cli.ts'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { account, provision } from '../support/service/service.ts'

const test = suite<{ folder: string; umask: number }>('who can read the data')
// under the usual umask, whatever the one of the test run is
test.before.each(async context => {
  context.umask = process.umask(0o022)
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-modes-'))
})
test.after.each(async ({ folder, umask }) => {
  process.umask(umask)
  await rm(folder, { recursive: true, force: true })
})

/** The files and folders in a folder, itself included, that others than their owner can read or write. */
const openToOthers = async (folder: string): Promise<{ readonly open: readonly string[]; readonly all: number }> => {
  const within = await readdir(folder, { recursive: true })
  const paths = [folder, ...within.map(path => join(folder, path))]
  const modes = await Promise.all(paths.map(async path => ({ path, mode: (await stat(path)).mode })))
  return { open: modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path), all: paths.length }
}

test('only the owner can read what a node writes: log, views, files, keys and mails', async ({ folder }) => {
  const dataDir = join(folder, 'data')
  const node = await startNodeProcess({ DATA_DIR: dataDir })
  await provision(node)
  const form = new FormData()
  form.set('path', 'notes.txt')
  form.set('file', new Blob(['confidential']), 'notes.txt')
  assert.is((await node.call('POST', `${account}/assets`, undefined, { body: form })).status, 200)
  const { open, all } = await openToOthers(dataDir)
  await node.stop()
  assert.ok(all > 5, `${all} files`)
  assert.equal(open, [])
})

test('only the owner can read what the command line writes, backups included', async ({ folder }) => {
  const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')]
  const grant = ['--account', 'acme', '--permission', 'Account_Admin']
  assert.is((await startedEndcap(['keys', 'issue', ...grant], { DATA_DIR: dataDir })).code, 0)
  assert.is((await startedEndcap(['backup', backup], { DATA_DIR: dataDir })).code, 0)
  for (const written of [dataDir, backup]) assert.equal((await openToOthers(written)).open, [])
})

test.run()
