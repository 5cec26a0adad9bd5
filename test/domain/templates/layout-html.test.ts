import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DesignLayer } from '../../../src/domain/templates/brand.ts'
import { boxStyle, letterStyle } from '../../../src/domain/templates/design/layer-style.ts'
import { scaleLayout } from '../../../src/domain/templates/design/scale-layout.ts'
import { layoutHtml } from '../../support/brands/layout-html.ts'

const box = { name: 'a', x: 1, y: 2, width: 3, height: 4, opacity: 1 }
const image = { blob: 'b', contentType: 'image/png', width: 3, height: 4, role: 'picture' } as const
const text: DesignLayer = {
  ...box,
  kind: 'text',
  content: 'Hello',
  family: 'Lora',
  size: 20,
  weight: 700,
  italic: false,
  color: '#112233',
  align: 'center',
  leading: 24,
  wraps: false,
}
const html = (...layers: DesignLayer[]): string =>
  layoutHtml({ width: 300, height: 250, layers }, ({ blob }) => `/pictures/${blob}?a&b`)

test('each layer is at its place, from back to front', () => {
  const made = html({ ...box, kind: 'fill', color: '#ff0000' }, { ...box, kind: 'image', opacity: 0.5, image }, text)
  const place = 'position:absolute;left:1px;top:2px;width:3px;height:4px;'
  assert.equal(made.split('\n').slice(3, 6), [
    `<div style="${place}background:#ff0000"></div>`,
    `<img alt="" src="/pictures/b?a&amp;b" style="${place}opacity:0.5;">`,
    `<div style="${place}display:flex;justify-content:center;text-align:center;white-space:pre;font:700 20px/24px &#39;Lora&#39;,serif;color:#112233"><span>Hello</span></div>`,
  ])
})

test('a shadow is behind its layer, in a design and in a template, and is scaled with it', () => {
  const shadow = { x: 0, y: 6, blur: 8, color: '#102030', opacity: 0.5 }
  const fill = { ...box, kind: 'fill', color: '#ff0000', shadow } as const
  const made = html(fill, { ...text, shadow })
  assert.match(made, 'box-shadow:0px 6px 8px #10203080;background:#ff0000')
  assert.match(made, 'color:#112233;text-shadow:0px 6px 8px #10203080"')
  const layout = { width: 600, height: 500, layers: [fill, { ...text, shadow }] }
  const [half, halfText] = scaleLayout(layout, { width: 300, height: 250 }).layers
  if (half?.kind !== 'fill' || halfText?.kind !== 'text') return assert.unreachable()
  assert.is(boxStyle(half)['box-shadow'], '0px 3px 4px #10203080')
  assert.is(letterStyle(halfText)['text-shadow'], '0px 3px 4px #10203080')
  assert.is(letterStyle(text)['text-shadow'], undefined)
  const hostile = html({ ...fill, shadow: { ...shadow, color: 'red;}</style>', opacity: 7 } })
  assert.match(hostile, 'box-shadow:0px 6px 8px #000000ff')
})

test('nothing of a customer ends its place in the document', () => {
  const made = html({
    ...text,
    content: '</span><script>x()</script>',
    family: `x'}</style><b "`,
    color: 'red;}</style>',
  })
  assert.not(/<script|<\/style><b|red/.test(made))
  assert.match(made, '&lt;/span&gt;&lt;script&gt;')
})

test.run()
