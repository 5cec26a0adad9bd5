import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandLineOf, type Running } from '../../../src/adapters/renderer/process/processes.ts'
import { sweepRunFolders } from '../../../src/adapters/renderer/process/run-folder.ts'
import { isHalted } from '../../support/programs/halted.ts'
import { chromiumsOf, ended, groupOf, isLinux } from '../../support/rendering/chromium-processes.ts'
import { drawnBy, job, noLog, page, rendererFor } from '../../support/rendering/rendering.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('renderer: folders of Chromium')
const onLinux = isLinux ? test : test.skip
const script = new URL('../../support/programs/rendering-process.ts', import.meta.url)

const profileOf = ({ pid }: Running) =>
  commandLineOf(pid)
    .find(arg => arg.startsWith('--user-data-dir='))
    ?.slice('--user-data-dir='.length) ?? ''
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A process that has rendered, and its Chromium. */
const drawing = async (): Promise<{ readonly node: ChildProcess; readonly chromium: Running }> => {
  const node = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await Promise.race([
    once(node, 'message'),
    once(node, 'exit').then(([code]) => Promise.reject(new Error(`the rendering process exited with ${code}`))),
  ])
  const [chromium] = chromiumsOf(node.pid ?? 0)
  return { node, chromium: chromium! }
}

onLinux('the profile of Chromium is closed to others, and gone when it ends', async () => {
  const renderer = await rendererFor()
  await drawnBy(renderer, job({ html: page('') }))
  const [chromium] = chromiumsOf(process.pid)
  const profile = profileOf(chromium!)
  assert.is((await stat(profile)).mode & 0o077, 0, 'others can read the profile')
  const close = renderer.close()
  await ended([chromium!])
  await close
  assert.not(await exists(profile))
})

onLinux('what kill -9 of a node leaves is removed by the next one, and a hanging Chromium ended', async () => {
  const { node, chromium } = await drawing()
  const profile = profileOf(chromium)
  process.kill(chromium.pid, 'SIGSTOP')
  await until(
    () => isHalted(chromium.pid),
    halted => halted,
  )
  const group = groupOf(chromium)
  const exit = once(node, 'exit')
  node.kill('SIGKILL')
  await exit
  assert.ok(await exists(profile), 'nothing was left, so the test would prove nothing')
  assert.ok(groupOf(chromium).length > 0, 'Chromium has ended, so the test would prove nothing')
  await sweepRunFolders(noLog)
  await ended(group)
  assert.not(await exists(profile))
})

onLinux('a sweep leaves what a running node uses, and what is not ours by its name', async () => {
  const { node, chromium } = await drawing()
  const other = await mkdtemp(join(tmpdir(), 'endcap-run-other.'))
  await sweepRunFolders(noLog)
  assert.ok(await exists(profileOf(chromium)))
  assert.equal(await readdir(other), [])
  await rm(other, { recursive: true })
  const exit = once(node, 'exit')
  node.send('close')
  assert.equal(await exit, [0, null])
})

test.run()
