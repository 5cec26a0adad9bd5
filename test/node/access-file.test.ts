import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openAccessFile } from '../../src/node/access-file.ts'
import { until } from '../support/waiting/until.ts'

const test = suite<{ folder: string }>('file of the access log')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-access-'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const silent = { warn: () => undefined, error: () => undefined }
const bounds = { bytes: 1_000, files: 2 }

test('is rotated by its size, and the oldest files are removed', async ({ folder }) => {
  const path = join(folder, 'access.log')
  for (let round = 0; round < 6; round++) {
    const file = openAccessFile(path, bounds, silent)
    for (let line = 0; line < 30; line++) file.write(`${JSON.stringify({ round, line, text: 'x'.repeat(20) })}\n`)
    await file.close()
  }
  const names = await until(
    () => readdir(folder),
    found => found.length === 3,
  )
  assert.equal(names.sort(), ['access.log', 'access.log.1', 'access.log.2'])
  for (const name of names) {
    // a chunk that was under way may go beyond the bound
    assert.ok((await stat(join(folder, name))).size < 3 * 1_500, name)
    assert.is((await stat(join(folder, name))).mode & 0o777, 0o600, name)
  }
  // a file that was rotated with the last line leaves an empty one behind
  const text = (await readFile(`${path}.1`, 'utf8')) + (await readFile(path, 'utf8'))
  const last = text.trim().split('\n').at(-1) ?? ''
  assert.equal([JSON.parse(last).round, JSON.parse(last).line], [5, 29])
})

test('a file that cannot be written is reported once, and requests go on', async ({ folder }) => {
  const errors: string[] = []
  const logger = { ...silent, error: (_: object, message: string) => void errors.push(message) }
  const file = openAccessFile(folder, bounds, logger)
  await until(
    async () => errors.length,
    count => count > 0,
  )
  file.write('{}\n')
  await file.close()
  assert.equal(errors, ['the access log cannot be written any more; restart the node when its disk has room'])
})

test.run()
