import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { differences } from '../../support/rendering/differences.ts'
import { blue, decoded, drawnBy, job, page, red, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: reproducible output')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

/**
 * An ad animated by styles: text that moves by fractions of a pixel, a growing and a rotating shape, each in its own
 * layer.
 */
const styled = page(
  `body{font:bold 20px sans-serif;color:#123}
  .pill{position:absolute;left:20px;bottom:12px;padding:4px 14px;border-radius:14px;background:#d14a22;animation:pulse .6s .1s ease-in-out}
  .arch{position:absolute;right:8px;bottom:0;width:80px;height:100px;border-radius:40px 40px 0 0;background:linear-gradient(#cfd,#8b6);transform-origin:bottom;animation:grow .7s cubic-bezier(.2,.8,.2,1) both}
  .slide{animation:slide .5s .2s ease-out both}
  .turn{position:absolute;left:90px;top:50px;width:30px;height:30px;background:#36c;animation:turn .9s infinite linear}
  @keyframes pulse{30%,70%{transform:scale(1.17)}50%{transform:scale(1.02)}}
  @keyframes grow{from{transform:scaleY(0)}}
  @keyframes slide{from{transform:translateX(47.3px);opacity:0}}
  @keyframes turn{to{transform:rotate(1turn)}}`,
  '<p class="slide">Spring offers</p><div class="arch"></div><div class="turn"></div><span class="pill">Shop now</span>',
)

/** An ad whose every frame depends on randomness and time, by every means of scripts. */
const scripted = page(
  'div{position:absolute;width:20px;height:20px}.css{top:60px;background:#808;animation:go 1s linear}@keyframes go{to{transform:translateX(150px)}}',
  `<div class="css"></div><script>
    const box = top => document.body.appendChild(Object.assign(document.createElement('div'), { style: 'top:' + top + 'px' }))
    const shade = value => 'rgb(' + Math.floor(value * 255) + ',80,' + Math.floor((1 - value) * 255) + ')'
    const [chance, clock, frame, secure] = [0, 20, 40, 90].map(box)
    const tick = () => {
      chance.style.background = shade(Math.random())
      clock.style.background = shade((Date.now() % 1000) / 1000)
      clock.style.left = new Date().getMilliseconds() / 10 + 'px'
      secure.style.background = shade(crypto.getRandomValues(new Uint8Array(1))[0] / 255)
      setTimeout(tick, 70)
    }
    tick()
    const paint = now => {
      frame.style.background = shade((performance.now() % 700) / 700)
      frame.style.left = (now % 1000) / 8 + 'px'
      requestAnimationFrame(paint)
    }
    requestAnimationFrame(paint)
    box(110).animate([{ background: '#f00', width: '10px' }, { background: '#00f', width: '150px' }], 900)
    setInterval(() => { chance.style.left = Math.random() * 100 + 'px' }, 130)
  </script>`,
)

/** The bytes are the same; if not, says what differs to see. */
const assertSame = async (first: Buffer, again: Buffer, which: string): Promise<void> => {
  if (!first.equals(again)) assert.equal(await differences(first, again), [], `the ${which} differs`)
  assert.ok(first.equals(again), `the ${which} shows the same in other bytes`)
}

const size = { width: 200, height: 140, durationMs: 1000 } as const
const other = job({ html: page('body{background:#fc0}p{animation:x .3s}@keyframes x{to{opacity:0}}', '<p>other</p>') })

for (const [what, html] of [
  ['styles', styled],
  ['scripts', scripted],
] as const) {
  test(`an ad animated by ${what} produces the same gif after other ads and in another Chromium`, async ({
    renderer,
  }) => {
    const wanted = job({ html, ...size, format: 'gif' })
    const first = await drawnBy(renderer, wanted)
    await drawnBy(renderer, other)
    const [second, third] = await Promise.all([drawnBy(renderer, wanted), drawnBy(renderer, wanted)])
    const elsewhere = await rendererFor({ pages: 1 })
    const fourth = await drawnBy(elsewhere, wanted).finally(() => elsewhere.close())
    const { frames, at } = await decoded(first.bytes)
    const shown = new Set(
      Array.from({ length: frames }, (_, frame) =>
        [...Array(size.height).keys()].flatMap(y => at(100, y, frame)).join(),
      ),
    )
    assert.ok(shown.size > 3, 'the frames do not differ, so the test would prove nothing')
    for (const [which, again] of Object.entries({ second, third, fourth }))
      await assertSame(first.bytes, again.bytes, which)
  })

  test(`an ad animated by ${what} produces the same mp4 and png again`, async ({ renderer }) => {
    for (const format of ['mp4', 'png'] as const) {
      const wanted = job({ html, ...size, format })
      const first = await drawnBy(renderer, wanted)
      await drawnBy(renderer, other)
      const again = await drawnBy(renderer, wanted)
      assert.ok(first.bytes.equals(again.bytes), format)
    }
  })
}

test('time starts at the beginning of 2026 for every page', async ({ renderer }) => {
  const html = page(
    'body{background:#f00}',
    '<script>if (Date.now() === Date.UTC(2026, 0, 1) && performance.now() === 0) document.body.style.background = "#00f"</script>',
  )
  for (const durationMs of [900, 0]) {
    const { bytes } = await drawnBy(renderer, job({ html, durationMs }))
    assert.equal((await decoded(bytes)).at(5, 5), blue)
  }
})

test('an ad sees no state of an earlier one', async ({ renderer }) => {
  const html = page(
    'body{background:#f00}',
    `<script>
      const found = globalThis.kept || window.name
      globalThis.kept = window.name = 'kept'
      if (found) document.body.style.background = '#00f'
    </script>`,
  )
  for (let i = 0; i < 4; i++)
    assert.equal((await decoded((await drawnBy(renderer, job({ html }))).bytes)).at(5, 5), red)
})

test.run()
