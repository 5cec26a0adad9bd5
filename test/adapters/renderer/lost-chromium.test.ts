import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Running } from '../../../src/adapters/renderer/process/processes.ts'
import { type Renderer, RendererUnavailable } from '../../../src/ports/renderer.ts'
import { chromiumsOf, isLinux, nextChromium, pagesOf } from '../../support/rendering/chromium-processes.ts'
import { decoded, drawnBy, green, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: Chromium is lost')
const onLinux = isLinux ? test : test.skip
test.before.each(async context => {
  context.renderer = await rendererFor()
})
test.after.each(({ renderer }) => renderer.close())

const fine = (label: string) => job({ html: page('body{background:#0f0}'), label })
/** An ad of 20 frames whose script is asked for when it begins; `begun` is called then, each time it is rendered. */
const long = (label: string, begun: () => Promise<void> | void) =>
  job({
    html: page('body{background:#0f0}', `<p>${label}</p><script src="/begun.js"></script>`),
    format: 'gif',
    durationMs: 2_000,
    label,
    async resource() {
      await begun()
      return { body: Buffer.from('setInterval(() => {}, 5)'), contentType: 'text/javascript' }
    },
  })

/** Kills each Chromium of this process as soon as a page begins in it, this many of them. */
const killEach = (times: number) => {
  const killed = new Set<number>()
  return () => {
    const fresh = chromiumsOf(process.pid).find(c => !killed.has(c.pid))
    if (fresh === undefined || killed.size === times) return
    killed.add(fresh.pid)
    process.kill(fresh.pid, 'SIGKILL')
  }
}

onLinux('pages are rendered again after kill -9 of Chromium, twice, and none is blamed', async ({ renderer }) => {
  const begun = killEach(2)
  const drawn = await Promise.all(['a', 'b', 'c', 'd'].map(label => drawnBy(renderer, long(label, begun))))
  for (const { bytes } of drawn) assert.equal((await decoded(bytes)).at(1, 1, 19), green)
})

onLinux(
  'if Chromium is killed again and again, the caller is told to try later, and no page is blamed',
  async ({ renderer }) => {
    const result = await renderer.render(long('unlucky', killEach(3))).catch(error => error)
    assert.instance(result, RendererUnavailable)
    await drawnBy(renderer, fine('later'))
  },
)

onLinux('pages of a Chromium that hangs are rendered in another one', async () => {
  const renderer = await rendererFor({ timeoutMs: 10_000 })
  await drawnBy(renderer, fine('first'))
  const [chromium] = chromiumsOf(process.pid)
  process.kill(chromium!.pid, 'SIGSTOP')
  const drawn = await Promise.all(['a', 'b', 'c'].map(label => drawnBy(renderer, fine(label)))).finally(renderer.close)
  for (const { bytes } of drawn) assert.equal((await decoded(bytes)).at(5, 5), green)
})

onLinux('a page whose process dies is rendered by itself, and then not blamed', async ({ renderer }) => {
  let attempts = 0
  const unlucky = long('unlucky', () => {
    if (attempts++ > 0) return
    for (const chromium of chromiumsOf(process.pid))
      for (const { pid } of pagesOf(chromium)) process.kill(pid, 'SIGKILL')
  })
  const { bytes } = await drawnBy(renderer, unlucky)
  assert.equal((await decoded(bytes)).at(1, 1, 19), green)
  assert.is(attempts, 2)
})

onLinux('a page whose process dies by itself, too, is blamed by name; Chromium goes on', async ({ renderer }) => {
  await drawnBy(renderer, fine('before'))
  const before = chromiumsOf(process.pid)
  let attempts = 0
  const result = renderer.render(
    job({
      html: page('', '<script src="/begun.js"></script><script>for (;;) {}</script>'),
      label: 'spring / Endless',
      async resource() {
        const chromium = attempts++ === 0 ? before[0]! : await nextChromium(process.pid, before)
        for (const { pid } of pagesOf(chromium)) process.kill(pid, 'SIGKILL')
        return { body: Buffer.from(''), contentType: 'text/javascript' }
      },
    }),
  )
  assert.equal(await result, { code: 'render-crashed', detail: 'spring / Endless crashed Chromium' })
  assert.is(attempts, 2)
  await drawnBy(renderer, fine('after'))
  const one = ({ pid, startedAt }: Running) => ({ pid, startedAt })
  assert.equal(chromiumsOf(process.pid).map(one), before.map(one))
})

test.run()
