import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inTime } from '../waiting/in-time.ts'
import { until } from '../waiting/until.ts'
import type { Visitor, VisitorBrowser } from './visitor.ts'

const program = '/usr/bin/firefox-esr'

/** Why tests in Firefox are skipped; undefined: they run. */
export const firefoxMissing = existsSync(program)
  ? undefined
  : `Firefox: there is no ${program} (apt-get install firefox-esr)`

/** A pop-up blocker as visitors have it, and nothing that contacts the vendor. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': true,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
}

type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: string; readonly message?: string }

/** Sends commands of WebDriver BiDi to a browser, and returns their results. */
const connection = async (address: string) => {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id ?? 0)?.(answer)
  })
  await inTime('a connection to Firefox', once(socket, 'open'))
  let sent = 0
  return {
    async send<A = unknown>(method: string, params: object = {}): Promise<A> {
      const id = ++sent
      const answered = new Promise<Answer>(resolve => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error, message } = await inTime(`${method} of Firefox`, answered)
      waiting.delete(id)
      if (error !== undefined) throw new Error(`Firefox refused ${method}: ${error}: ${message}`)
      return result as A
    },
    close: () => socket.close(),
  }
}
type Connection = Awaited<ReturnType<typeof connection>>

type Tree = {
  readonly contexts: readonly {
    readonly context: string
    readonly url: string
    readonly userContext: string
    readonly children: Tree['contexts'] | null
  }[]
}

type Evaluated = { readonly result?: { readonly value?: unknown } }
const widthOfFrame = { expression: 'innerWidth', awaitPromise: false }

const newVisitor = async ({ send }: Connection): Promise<Visitor> => {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext')
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  const frameOf = async () => {
    const tree = await send<Tree>('browsingContext.getTree', { root: context })
    return tree.contexts[0]?.children?.[0]?.context
  }
  return {
    open: async url => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async click(selector) {
      const frame = await frameOf()
      // a frame that has loaded may not have its size yet, and Firefox clicks only within it
      await until(
        () => send<Evaluated>('script.evaluate', { ...widthOfFrame, target: { context: frame } }),
        ({ result }) => Number(result?.value) > 0,
      )
      const locator = { type: 'css', value: selector }
      const { nodes } = await send<{ nodes: readonly { sharedId: string }[] }>('browsingContext.locateNodes', {
        context: frame,
        locator,
      })
      const origin = { type: 'element', element: { sharedId: nodes[0]?.sharedId } }
      const press = { button: 0 }
      await send('input.performActions', {
        context: frame,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: 0, y: 0, origin },
              { type: 'pointerDown', ...press },
              { type: 'pointerUp', ...press },
            ],
          },
        ],
      })
    },
    async windows() {
      const { contexts } = await send<Tree>('browsingContext.getTree', { maxDepth: 0 })
      return contexts.filter(window => window.userContext === userContext).map(({ url }) => url)
    },
    leave: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}

/** A headless Firefox as Debian has it, driven over WebDriver BiDi. */
const startFirefox = async (): Promise<VisitorBrowser & { kill(): Promise<void> }> => {
  const profile = await mkdtemp(join(tmpdir(), 'endcap-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify([name, value]).slice(1, -1)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = once(child, 'exit')
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', line => {
      output = `${output}${line}\n`.slice(-4000)
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (address !== undefined) resolve(`${address}/session`)
    })
    void ended.then(() => reject(new Error(`Firefox has ended: ${output}`)))
  })
  const session = await connection(await inTime('the start of Firefox', listening, () => output))
  await session.send('session.new', { capabilities: {} })
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5 })
  return {
    newVisitor: () => newVisitor(session),
    async kill() {
      session.close()
      end()
      await ended
      process.off('exit', end)
      await removeProfile()
    },
    async close() {
      await session.send('browser.close')
      session.close()
      await ended
      process.off('exit', end)
      await removeProfile()
    },
  }
}

/** A Firefox for tests; the caller closes it. One that stops answering between two visitors, as happens beside other work, is replaced once. */
export const launchFirefox = async (): Promise<VisitorBrowser> => {
  let browser = await startFirefox()
  let mayReplace = true
  return {
    async newVisitor() {
      try {
        return await browser.newVisitor()
      } catch (error) {
        if (!mayReplace) throw error
        mayReplace = false
        await browser.kill()
        browser = await startFirefox()
        return browser.newVisitor()
      }
    },
    close: () => browser.close(),
  }
}
