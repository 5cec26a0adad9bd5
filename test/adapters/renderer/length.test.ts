import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { blue, decoded, drawnBy, green, job, page, red, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: length of animations')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

/** A page that is red, and a script that may make it `green` and `blue`. */
const scripted = (script: string, css = 'body{background:#f00}', body = '') =>
  page(css, `${body}<script>const show = color => { document.body.style.background = color }; ${script}</script>`)
const animated = (animation: string, more = '') =>
  page(`body{background:#f00;animation:${animation}}@keyframes k{to{background:#00f}}${more}`)

type Kind = { readonly html: string; readonly ms: number; readonly end?: readonly number[] }
const kinds: Readonly<Record<string, Kind>> = {
  'a still ad': { html: page('body{background:#f00}'), ms: 0, end: red },
  'a still ad whose script arranges it': {
    html: scripted("requestAnimationFrame(() => show('#0f0'))"),
    ms: 0,
    end: green,
  },
  'a script that only waits': { html: scripted('setInterval(() => Date.now(), 1000)'), ms: 0, end: red },
  'an animation in CSS': { html: animated('k 2s steps(2,jump-none) 1s both'), ms: 3000 },
  'an animation that repeats three times': { html: animated('k 1s steps(2,jump-none) 3 both'), ms: 3000, end: blue },
  'one round of an endless animation': { html: animated('k 4s steps(2,jump-none) infinite'), ms: 4000, end: blue },
  'one round there and back': { html: animated('k 4s steps(2,jump-none) infinite alternate'), ms: 8000, end: red },
  'an animation of an hour': { html: animated('k 3600s linear'), ms: 30_000 },
  'an animation that is paused': { html: animated('k 4s infinite paused'), ms: 0, end: red },
  'an animation in SVG': {
    html: page(
      '',
      '<svg><rect width="9" height="9"><animate attributeName="x" to="9" begin="1s" dur="2s" repeatCount="2"/></rect></svg>',
    ),
    ms: 5000,
  },
  'a Web Animation': {
    html: scripted(
      "document.body.animate([{ background: '#f00' }, { background: '#00f' }], { duration: 5000, fill: 'both' })",
    ),
    ms: 5000,
  },
  'a timer that shows the last picture': { html: scripted("setTimeout(show, 6200, '#00f')"), ms: 6201, end: blue },
  'timers that follow one another': {
    html: scripted("setTimeout(() => { show('#0f0'); setTimeout(show, 2000, '#00f') }, 1000)"),
    ms: 3001,
    end: blue,
  },
  'an interval that ends': {
    html: scripted(
      "let n = 0; const timer = setInterval(() => { show(++n < 4 ? '#0f0' : '#00f'); document.title = n; if (n === 4) clearInterval(timer) }, 1000)",
    ),
    ms: 4001,
    end: blue,
  },
  'frames of an animation that has ended while its loop goes on': {
    html: scripted(
      "const step = time => { document.body.style.background = time < 2000 ? 'rgb(' + Math.round(time / 10) + ',0,0)' : '#00f'; requestAnimationFrame(step) }; requestAnimationFrame(step)",
    ),
    ms: 2001,
    end: blue,
  },
  'one round of slides that go on for ever': {
    html: scripted(
      "show('#f00'); let n = 0; const colors = ['#f00', '#0f0', '#00f']; setInterval(() => show(colors[++n % 3]), 3000)",
    ),
    ms: 9000,
    end: blue,
  },
  'a clock that never shows the same': {
    html: scripted('setInterval(() => { document.title = String(Date.now()) }, 1000)'),
    ms: 30_000,
  },
  'a transition that a timer starts': {
    html: scripted(
      "setTimeout(show, 1000, '#00f')",
      'body{background:#f00;transition:background 2s steps(2,jump-none)}',
    ),
    ms: 3000,
  },
  'an animation that follows the end of another': {
    html: scripted(
      "document.body.onanimationend = event => { if (event.animationName === 'k') document.body.style.animation = 'l 2s both' }",
      'body{animation:k 1s both}@keyframes k{to{background:#0f0}}@keyframes l{to{background:#00f}}',
    ),
    ms: 3000,
  },
  'a drawing on a canvas': {
    html: scripted(
      "const c = document.querySelector('canvas').getContext('2d'); const step = time => { c.fillStyle = time < 2000 ? '#0f0' : '#00f'; c.fillRect(0, 0, 40, Math.min(30, time / 100)); requestAnimationFrame(step) }; requestAnimationFrame(step)",
      'canvas{display:block}',
      '<canvas width="40" height="30"></canvas>',
    ),
    ms: 3001,
    end: blue,
  },
}
for (const [what, { html, ms, end }] of Object.entries(kinds))
  test(`the length of ${what} is ${ms / 1000} s, and a still shows its end`, async ({ renderer }) => {
    const { durationMs = -1, bytes } = await drawnBy(renderer, job({ html }))
    assert.ok(Math.abs(durationMs - ms) <= (html.includes('requestAnimationFrame') ? 100 : 0), `${durationMs}`)
    if (end) assert.equal((await decoded(bytes)).at(5, 5), end)
  })

test('files of an ad that is measured are read once', async ({ renderer }) => {
  const asked: string[] = []
  const resource = async (url: string) => {
    asked.push(url)
    return {
      body: Buffer.from("setTimeout(() => { document.body.style.background = '#00f' }, 900)"),
      contentType: 'text/javascript',
    }
  }
  const html = page('body{background:#f00}', '<script src="/assets/acme/a.js"></script>')
  const { durationMs, bytes } = await drawnBy(renderer, job({ html, resource, format: 'gif' }))
  const { frames, at } = await decoded(bytes)
  assert.equal([asked.length, durationMs, frames, at(5, 5, 0), at(5, 5, frames - 1)], [1, 901, 9, red, blue])
})

test('transitions that end just before their ad is removed never crash Chromium', async () => {
  const crashes: string[] = []
  const note = (_: object, text: string) => crashes.push(text)
  const log = { debug: () => undefined, info: () => undefined, warn: note, error: note }
  const watched = await rendererFor({ log })
  const html = scripted("setTimeout(show, 1000, '#00f')", 'body{color:#f00;transition:background 2s,color 2s}')
  for (let i = 0; i < 10; i++) await drawnBy(watched, job({ html }))
  await watched.close()
  assert.equal(crashes, [])
})

test.run()
