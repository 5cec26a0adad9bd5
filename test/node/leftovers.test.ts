import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openTemporaryFolders } from '../../src/node/leftovers.ts'

const test = suite<{ data: string }>('what killed nodes leave in DATA_DIR')
test.before.each(async context => {
  context.data = await mkdtemp(join(tmpdir(), 'endcap-left-'))
})
test.after.each(({ data }) => rm(data, { recursive: true }))

const open = (data: string) => openTemporaryFolders(data, error => assert.unreachable(String(error)))
const id = '8910c616-f2ac-4d6f-80f0-4d9fa99e55a9'
const day = 24 * 60

for (const [what, path, minutes] of [
  ['a key that was being created', `secrets.key.${id}`, 60],
  ['a mail that was being written', 'outbox/approval-1.eml.part', 60],
  ['a drawing that was being kept', `blobs/cache/.${id}`, 60],
  ['a file that a tool was storing', `blobs/.incoming/${id}`, day],
] as const)
  test(`${what} is removed at the start and by each sweep, when nobody can be writing it any more`, async ({
    data,
  }) => {
    const file = join(data, path)
    await mkdir(dirname(file), { recursive: true })
    const left = async (minutesAgo: number) => {
      await writeFile(file, 'half')
      const then = new Date(Date.now() - minutesAgo * 60_000)
      await utimes(file, then, then)
    }
    await left(minutes + 1)
    const folders = await open(data)
    assert.not.ok(existsSync(file))
    await left(minutes - 1)
    await folders.sweep()
    assert.ok(existsSync(file))
    await left(minutes + 1)
    await folders.sweep()
    assert.not.ok(existsSync(file))
    await folders.close()
  })

test('keys, mails, drawings and files stay', async ({ data }) => {
  const kept = ['secrets.key', 'log.db', 'outbox/a.eml', `blobs/cache/${id}`, 'blobs/aa/aaaa', 'blobs/.incoming/own']
  const then = new Date(Date.now() - 10 * day * 60_000)
  for (const path of kept) {
    await mkdir(dirname(join(data, path)), { recursive: true })
    await writeFile(join(data, path), 'kept')
    await utimes(join(data, path), then, then)
  }
  const folders = await open(data)
  await folders.sweep()
  await folders.close()
  for (const path of kept) assert.ok(existsSync(join(data, path)), path)
  assert.equal(await readdir(join(data, 'blobs', '.nodes')), [])
})

test.run()
