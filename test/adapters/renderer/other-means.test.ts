import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { blue, decoded, drawnBy, job, page, red, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: movement without styles')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const byOtherMeans = {
  'an animated SVG': page(
    'svg{display:block}',
    '<svg width="40" height="30"><rect width="40" height="30" fill="#f00"><set attributeName="fill" to="#00f" begin="0.5s"/></rect></svg>',
  ),
  'a timer of a script': page(
    'body{background:#f00}',
    '<script>setTimeout(() => { document.body.style.background = "#00f" }, 500)</script>',
  ),
  'a canvas drawn by a script': page(
    'canvas{display:block}',
    `<canvas width="40" height="30"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d')
      const paint = now => {
        context.fillStyle = now < 500 ? '#f00' : '#00f'
        context.fillRect(0, 0, 40, 30)
        requestAnimationFrame(paint)
      }
      paint(0)
    </script>`,
  ),
  'an animation of a script': page(
    '',
    `<script>document.body.animate([{ background: '#f00' }, { background: '#00f' }],
      { duration: 1000, easing: 'steps(2, jump-none)' })</script>`,
  ),
  'a transition that starts at the end of another animation': page(
    'body{background:#f00;animation:wait .5s}@keyframes wait{to{opacity:1}}',
    `<script>document.body.onanimationend = () => { document.body.style.background = '#00f' }</script>`,
  ),
}
for (const [what, html] of Object.entries(byOtherMeans))
  test(`the frames follow ${what}`, async ({ renderer }) => {
    const { bytes } = await drawnBy(renderer, job({ html, format: 'gif', durationMs: 1000 }))
    const { at } = await decoded(bytes)
    assert.equal([at(5, 5, 0), at(5, 5, 4)], [red, red])
    assert.equal([at(5, 5, 6), at(5, 5, 9)], [blue, blue])
  })

test.run()
