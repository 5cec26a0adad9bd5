import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openChromiumFolders } from '../../../src/adapters/renderer/process/folders.ts'
import { commandLineOf, type Running } from '../../../src/adapters/renderer/process/processes.ts'
import { isHalted } from '../../support/programs/halted.ts'
import { chromiumsOf, ended, groupOf, isLinux } from '../../support/rendering/chromium-processes.ts'
import { drawnBy, job, noLog, page, rendererFor } from '../../support/rendering/rendering.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite<{ dataDir: string }>('renderer: folders of Chromium')
const onLinux = isLinux ? test : test.skip
const script = new URL('../../support/programs/rendering-process.ts', import.meta.url)

test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-folders-'))
  // as root, Chromium runs as another user, who must be able to enter
  await chmod(context.dataDir, 0o711)
})
test.after.each(({ dataDir }) => rm(dataDir, { recursive: true, force: true }))

const runsIn = (dataDir: string) => readdir(join(dataDir, 'chromium'))
const sweep = async (dataDir: string) => (await openChromiumFolders(dataDir, noLog)).close()

/** A process that has rendered, and its Chromium. */
const drawing = async (dataDir: string): Promise<{ readonly node: ChildProcess; readonly chromium: Running }> => {
  const node = fork(script, [dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await Promise.race([
    once(node, 'message'),
    once(node, 'exit').then(([code]) => Promise.reject(new Error(`the rendering process exited with ${code}`))),
  ])
  const [chromium] = chromiumsOf(node.pid ?? 0)
  return { node, chromium: chromium! }
}
/** Stops processes; returns when no thread of them runs any more, so that none ends by itself when its pipe closes. */
const halted = async (pids: readonly number[]) => {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await until(
    async () => (await Promise.all(pids.map(isHalted))).every(Boolean),
    all => all,
  )
}
const killed = async (node: ChildProcess) => {
  const exit = once(node, 'exit')
  node.kill('SIGKILL')
  await exit
}

onLinux(
  'the profile and the temporary files of Chromium are below DATA_DIR, and gone when it ends',
  async ({ dataDir }) => {
    const renderer = await rendererFor({ dataDir })
    await drawnBy(renderer, job({ html: page('') }))
    const [chromium] = chromiumsOf(process.pid)
    const profile = commandLineOf(chromium!.pid).find(arg => arg.startsWith('--user-data-dir='))
    const [run, ...more] = await runsIn(dataDir)
    assert.is(profile, `--user-data-dir=${join(dataDir, 'chromium', run!, 'profile')}`)
    assert.equal(more, [])
    assert.is((await stat(join(dataDir, 'chromium', run!, 'profile'))).mode & 0o077, 0, 'others can read the profile')
    const close = renderer.close()
    await ended([chromium!])
    await close
  },
)

onLinux(
  'what kill -9 of a node leaves is removed when the next one starts, and a hanging Chromium ended',
  async ({ dataDir }) => {
    const { node, chromium } = await drawing(dataDir)
    await halted([chromium.pid])
    const group = groupOf(chromium)
    await killed(node)
    assert.is((await runsIn(dataDir)).length, 1, 'nothing was left, so the test would prove nothing')
    assert.ok(groupOf(chromium).length > 0, 'Chromium has ended, so the test would prove nothing')
    await sweep(dataDir)
    await ended(group)
    assert.equal(await runsIn(dataDir), [])
  },
)

onLinux('processes of a Chromium whose first process was killed are ended, too', async ({ dataDir }) => {
  const { node, chromium } = await drawing(dataDir)
  const group = groupOf(chromium)
  const others = group.filter(p => p.pid !== chromium.pid)
  // the node, too: it ends the others when it sees that their first process has ended
  await halted([...others.map(({ pid }) => pid), node.pid!])
  process.kill(chromium.pid, 'SIGKILL')
  await killed(node)
  assert.ok(groupOf(chromium).length > 0, 'nothing was left, so the test would prove nothing')
  await sweep(dataDir)
  await ended(group)
  assert.equal(await runsIn(dataDir), [])
})

onLinux('a sweep leaves what a running node uses', async ({ dataDir }) => {
  const { node } = await drawing(dataDir)
  const before = await runsIn(dataDir)
  await sweep(dataDir)
  assert.equal(await runsIn(dataDir), before)
  const exit = once(node, 'exit')
  node.send('close')
  assert.equal(await exit, [0, null])
})

test('a folder without an owner is removed after an hour, not before', async ({ dataDir }) => {
  const folders = await openChromiumFolders(dataDir, noLog)
  const [fresh, old] = ['run-fresh', 'run-old'].map(name => join(dataDir, 'chromium', name))
  for (const folder of [fresh!, old!]) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'owner.json'), 'cut off')
  }
  const before = new Date(Date.now() - 3_700_000)
  await utimes(old!, before, before)
  await folders.sweep()
  folders.close()
  assert.equal(await runsIn(dataDir), ['run-fresh'])
})

test('a folder of another container is removed after a day without life', async ({ dataDir }) => {
  const folders = await openChromiumFolders(dataDir, noLog)
  const run = await folders.make(undefined)
  const { readFile } = await import('node:fs/promises')
  const owner = JSON.parse(await readFile(join(run.path, 'owner.json'), 'utf8'))
  await writeFile(join(run.path, 'owner.json'), JSON.stringify({ ...owner, namespace: 'pid:[1]' }))
  await folders.sweep()
  assert.is((await runsIn(dataDir)).length, 1)
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(run.path, before, before)
  await folders.sweep()
  folders.close()
  assert.equal(await runsIn(dataDir), [])
})

test.run()
