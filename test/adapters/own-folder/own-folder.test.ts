import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openOwnFolder } from '../../../src/adapters/own-folder/own-folder.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite<{ root: string }>('a folder that belongs to a process')
const program = new URL('./holding.ts', import.meta.url).pathname

test.before.each(async context => {
  context.root = await mkdtemp(join(tmpdir(), 'endcap-own-'))
})
test.after.each(({ root }) => rm(root, { recursive: true }))

const open = (root: string) => openOwnFolder(root, error => assert.unreachable(String(error)))
/** A process with a folder of its own, and a file in it. */
const holder = async (root: string) => {
  const child = spawn(process.execPath, [program, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [path] = (await inTime('the folder', once(createInterface({ input: child.stdout }), 'line'))) as [string]
  return {
    path,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('what a killed process has left is removed at once by the next one', async ({ root }) => {
  const killed = await holder(root)
  await killed.kill()
  assert.ok(existsSync(join(killed.path, 'half')))
  const next = await open(root)
  assert.not.ok(existsSync(killed.path))
  await next.close()
  assert.equal(await readdir(root), [])
})

test('what a running process uses is never removed, and a later sweep removes it when it has ended', async ({
  root,
}) => {
  const running = await holder(root)
  const mine = await open(root)
  try {
    for (let turn = 0; turn < 3; turn++) await mine.sweep()
    assert.ok(existsSync(join(running.path, 'half')))
  } finally {
    await running.kill()
  }
  await mine.sweep()
  assert.not.ok(existsSync(running.path))
  assert.ok(existsSync(mine.path), 'nor does it remove its own')
  await mine.close()
})

test('two that run in one process do not remove each other’s', async ({ root }) => {
  const [one, other] = [await open(root), await open(root)]
  await one.sweep()
  await other.sweep()
  assert.is((await readdir(root)).length, 2)
  await one.close()
  await other.sweep()
  assert.ok(existsSync(other.path))
  await other.close()
})

test('many that start at once each get a folder', async ({ root }) => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => open(root)))
  for (const { path } of opened) assert.ok(existsSync(join(path, 'lock')), path)
  await Promise.all(opened.map(({ close }) => close()))
  assert.equal(await readdir(root), [])
})

test('a folder that was never locked is removed when it is old, but not while it may be locked yet', async ({
  root,
}) => {
  const aged = async (name: string, minutes: number) => {
    const path = join(root, name)
    await mkdir(path)
    const then = new Date(Date.now() - minutes * 60_000)
    await utimes(path, then, then)
    return path
  }
  const [left, starting] = [await aged('left', 61), await aged('starting', 6)]
  const { close } = await open(root)
  assert.equal([existsSync(left), existsSync(starting)], [false, true])
  await close()
})

test.run()
