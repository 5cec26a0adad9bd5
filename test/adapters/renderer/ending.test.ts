import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../support/waiting/until.ts'

const test = suite('renderer: process end')
const script = new URL('../../support/programs/rendering-process.ts', import.meta.url)
const isLinux = process.platform === 'linux'
if (!isLinux) console.log('processes are not counted on this system, which has no /proc')

type Running = { readonly pid: number; readonly parent: number; readonly name: string }

/** The running processes of this machine, without zombies. */
const running = (): readonly Running[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      let stat: string
      try {
        stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      } catch (error) {
        // it ended between the two reads
        if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return []
        throw error
      }
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const title = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), parent: Number(parent), name: title }]
    })
const descendantsOf = (pid: number): readonly Running[] => {
  const all = running()
  const below = (of: number): readonly Running[] =>
    all.filter(({ parent }) => parent === of).flatMap(child => [child, ...below(child.pid)])
  return below(pid)
}
/** Waits until all of these have ended. */
const gone = (processes: readonly Running[]): Promise<unknown> =>
  until(
    async () => running().filter(({ pid, name }) => processes.some(p => p.pid === pid && p.name === name)),
    left => left.length === 0,
  )
const drawing = async (): Promise<{ readonly child: ChildProcess; readonly browser: readonly Running[] }> => {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the rendering process exited with ${code}`)
  })
  await Promise.race([once(child, 'message'), ended])
  // the tests end it later
  ended.catch(() => undefined)
  const browser = isLinux ? descendantsOf(child.pid ?? 0) : []
  if (isLinux) assert.ok(browser.length > 1, 'no Chromium was running, so the test would prove nothing')
  return { child, browser }
}

test('a node killed by SIGKILL leaves no Chromium behind', async () => {
  const { child, browser } = await drawing()
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  assert.equal(await exit, [null, 'SIGKILL'])
  await gone(browser)
})

test('a closed renderer leaves no Chromium behind and does not keep its process alive', async () => {
  const { child, browser } = await drawing()
  const exit = once(child, 'exit')
  child.send('close')
  assert.equal(await exit, [0, null])
  await gone(browser)
})

test.run()
