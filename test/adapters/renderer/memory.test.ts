import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { chromiumsOf, isLinux } from '../../support/rendering/chromium-processes.ts'
import { decoded, drawnBy, green, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: memory')
const onLinux = isLinux ? test : test.skip
test.before(async context => {
  context.renderer = await rendererFor({ maxBytes: 900 * 1024 ** 2 })
})
test.after(({ renderer }) => renderer.close())

const fine = job({ html: page('body{background:#0f0}'), label: 'fine' })
const filled = (name: string, script: string) => job({ html: page('', `<script>${script}</script>`), label: name })

for (const [what, script] of Object.entries({
  buffers: 'const all = []; for (;;) all.push(new Uint8Array(16 * 1024 * 1024).fill(1))',
  elements: 'for (;;) document.body.append(document.createElement("div"), "text ".repeat(2000))',
}))
  onLinux(
    `a page that fills the memory with ${what} is ended by name; others are rendered, in the same Chromium`,
    async ({ renderer }) => {
      await drawnBy(renderer, fine)
      const before = chromiumsOf(process.pid).map(c => c.pid)
      const [result, ...others] = await Promise.all([
        renderer.render(filled(`spring / ${what}`, script)),
        drawnBy(renderer, fine),
        drawnBy(renderer, fine),
      ])
      assert.equal(result, { code: 'too-much-memory', detail: `spring / ${what} needs too much memory to render` })
      for (const { bytes } of others) assert.equal((await decoded(bytes)).at(5, 5), green)
      await drawnBy(renderer, fine)
      assert.equal(
        chromiumsOf(process.pid).map(c => c.pid),
        before,
      )
    },
  )

test.run()
