import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { decoded, drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'
import { squareFonts } from '../../support/rendering/square-font.ts'

const test = suite<{ renderer: Renderer }>('renderer: fonts')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const samples: Readonly<Record<string, string>> = {
  Latin: 'Ąćęłńóśź Ğışç Ñandú Tiếng Việt €',
  Greek: 'Ελλάδα',
  Cyrillic: 'Київ Ђорђе',
  Arabic: 'تخفيضات پژگچ',
  Hebrew: 'שָׁלוֹם',
  Devanagari: 'विशेष छूट',
  Thai: 'ส่วนลดพิเศษ',
  Japanese: '夏のセール 特価 ｶﾀｶﾅ',
  'simplified Chinese': '简体中文 特价',
  'traditional Chinese': '繁體中文 優惠',
  Korean: '한국어 특가 뷁',
  emoji: '🎉 👩‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 1️⃣ ❤️',
  symbols: '★ ☆ ✓ ✔ ✗ → ➜ ▶ ● ■ ☎ ™ № ½ ℃ ₹ ₺ ₽ ₿ ∞',
}
for (const [script, text] of Object.entries(samples))
  test(`product names in ${script} have all their characters`, async ({ renderer }) => {
    const { missingGlyphs } = await drawnBy(renderer, job({ html: page('', text) }))
    assert.equal(missingGlyphs, [])
  })

test('a character without a glyph is named wherever it is shown: in styles, in SVG, and while an ad moves', async ({
  renderer,
}) => {
  const keyframes = '@keyframes turn{0%,60%{visibility:visible}61%,100%{visibility:hidden}}'
  for (const [css, body, text, durationMs] of [
    ['p::before{content:"\u{12000} neu"}', '<p>x</p>', '\u{12000} neu'],
    ['p::after{content:attr(data-price) " ab"}', '<p data-price="\u{12000}9">x</p>', '\u{12000}9 ab'],
    ['', '<svg width="90" height="30"><text y="20">ab <tspan>\u{12000}1</tspan></text></svg>', '\u{12000}1'],
    [`${keyframes}b{animation:turn 2s both}`, '<b>\u{12000} zuerst</b><i>dann</i>', '\u{12000} zuerst', 2000],
    [
      '',
      '<p id="p">\u{12000} bald</p><script>setTimeout(() => { p.textContent = "neu" }, 900)</script>',
      '\u{12000} bald',
    ],
  ] as const) {
    const moves = durationMs === undefined ? {} : { durationMs }
    const wanted = [{ text, characters: '\u{12000}' }]
    const html = page(css, body)
    const { durationMs: _, ...still } = job({ html })
    assert.equal((await drawnBy(renderer, { ...still, ...moves })).missingGlyphs, wanted, text)
  }
  const film = job({
    html: page(`${keyframes}b{animation:turn 2s both}`, '<b>\u{12000}</b>'),
    format: 'gif',
    durationMs: 2000,
  })
  assert.equal((await drawnBy(renderer, film)).missingGlyphs, [{ text: '\u{12000}', characters: '\u{12000}' }])
})

test('an emoji is drawn in colour, also one of several characters', async ({ renderer }) => {
  for (const emoji of ['🎉', '🇩🇪', '1️⃣']) {
    const { bytes } = await drawnBy(renderer, job({ html: page('body{font:24px sans-serif}', emoji) }))
    const { at, width, height } = await decoded(bytes)
    const pixels = Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)))
    assert.ok(
      pixels.some(([r = 0, g = 0, b = 0]) => Math.max(r, g, b) - Math.min(r, g, b) > 40),
      emoji,
    )
  }
})

const inkOf = async (renderer: Renderer, css: string, text: string): Promise<number> => {
  const { bytes } = await drawnBy(renderer, job({ html: page(css, text) }))
  const { at, width, height } = await decoded(bytes)
  const pixels = Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))[0] ?? 255)
  return pixels.reduce((sum, red) => sum + 255 - red, 0) / 255
}

test('bold text is bolder in every script', async ({ renderer }) => {
  for (const text of ['Aa', 'عر', 'שם', 'छू', 'ลด', '夏', '简', '한']) {
    const [thin, bold] = [
      await inkOf(renderer, 'body{font:24px sans-serif}', text),
      await inkOf(renderer, 'body{font:bold 24px sans-serif}', text),
    ]
    assert.ok(bold > thin * 1.1, `${text}: ${thin} ${bold}`)
  }
})

test('a name that ads use has the widths that its designer saw', async ({ renderer }) => {
  const widthOf = async (family: string) => {
    const html = page(`span{font:20px ${family}}`, '<span>Summer sale, 50 % off</span>')
    const { content } = await drawnBy(renderer, job({ html, width: 600, measured: true }))
    return Math.round(content?.texts[0]?.lines[0]?.width ?? 0)
  }
  const [arial, helvetica, times, georgia] = await Promise.all(
    ['Arial', 'Helvetica', '"Times New Roman"', 'Georgia'].map(widthOf),
  )
  // by the widths of Helvetica's letters: 10,115 thousandths of their size
  assert.ok(Math.abs(arial! - 202.3) < 4, `${arial}`)
  assert.is(helvetica, arial)
  assert.ok(times! < arial! && georgia! > times!, `${times} ${georgia}`)
})

test('a character that no font has is named with its text', async ({ renderer }) => {
  const html = page('', '<p>Honey</p><p>Τιμή \u{12000} ქ</p><p hidden>ქ</p><style>p::after{content:"ქ"}</style>')
  const { missingGlyphs } = await drawnBy(renderer, job({ html }))
  assert.equal(missingGlyphs, [
    { text: 'Τιμή \u{12000} ქ', characters: '\u{12000}ქ' },
    { text: 'ქ', characters: 'ქ' },
  ])
})

for (const [format, base64] of Object.entries(squareFonts))
  test(`a brand font that was uploaded as ${format} draws its letters, and its own characters are not missing`, async ({
    renderer,
  }) => {
    const css = `@font-face{font-family:Brand;src:url(/assets/acme/brand.${format})}body{font:20px/20px Brand}`
    const asked: string[] = []
    const resource = async (url: string) => {
      asked.push(new URL(url).pathname)
      return { body: Buffer.from(base64, 'base64'), contentType: 'application/octet-stream', lasting: true } as const
    }
    const { bytes, missing } = await drawnBy(renderer, job({ html: page(css, 'A'), resource }))
    assert.equal([asked, missing], [[`/assets/acme/brand.${format}`], []])
    const { at } = await decoded(bytes)
    for (const [x, y] of [
      [1, 1],
      [10, 10],
      [18, 18],
    ] as const)
      assert.equal(at(x, y), [0, 0, 0], `${x},${y}`)
    assert.equal(at(25, 10), [255, 255, 255])
  })

test.run()
