import * as fc from 'fast-check'
import { parseFragment } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compose } from '../../../src/domain/creatives/compose.ts'
import type { ColumnTransformation } from '../../../src/domain/creatives/transformations.ts'

const composed = (
  html: string,
  columns: Readonly<Record<string, string>> = {},
  transformations: readonly ColumnTransformation[] = [],
) => {
  const result = compose({ html, columns, transformations })
  if ('code' in result) throw new Error(result.detail)
  return result
}
const hidden: ColumnTransformation = {
  column: 'price',
  type: 'visibility',
  transformation: { visible: false },
  isActive: true,
  isArchived: false,
}
const rule = '<style>[data-asset="price"]{visibility:hidden!important}</style>'

test('a placeholder is the value of its column', () => {
  const { html, missingColumns } = composed('<p>{{headline}}, {{ price }}</p>', { headline: 'Spring', price: '£5' })
  assert.is(html, '<p>Spring, £5</p>')
  assert.equal(missingColumns, [])
})
test('a value is escaped, so that it stays text', () => {
  const { html } = composed('<p title="{{a}}">{{a}}</p>', { a: `<script>"'&` })
  assert.not.match(html, '<script>')
  assert.match(html, '&lt;script&gt;&quot;&#39;&amp;')
})
test('whatever a value is, it comes out as it went in, in text and in an attribute', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), value => {
      const { childNodes } = parseFragment(composed('<p title="{{a}}">x{{a}}</p>', { a: value }).html)
      const [p] = childNodes
      assert.is(childNodes.length, 1)
      if (p === undefined || !('attrs' in p)) throw new Error('there is no element')
      const [inside] = p.childNodes
      assert.equal(
        p.attrs.map(a => a.value),
        [value],
      )
      assert.is(inside && 'value' in inside ? inside.value : '', `x${value}`)
      assert.is(p.childNodes.length, 1)
    }),
  ))
test('a value with placeholders in it is not filled in again', () =>
  assert.is(composed('{{a}}', { a: '{{b}}', b: 'secret' }).html, '{{b}}'))
test('columns that the creative lacks are named, each once', () =>
  assert.equal(composed('{{a}} {{b}} {{a}} {{{c}}} {{&d}}', { b: '1' }).missingColumns, ['a', 'c', 'd']))
test('a name that every object has is no column', () =>
  assert.equal(composed('{{toString}} {{constructor}} {{__proto__}}').missingColumns, [
    'toString',
    'constructor',
    '__proto__',
  ]))
test('a column that is empty is not missing', () => assert.equal(composed('{{a}}', { a: '' }).missingColumns, []))
test('a column that only a section asks for may be missing', () => {
  const html = 'a{{#offer}}<b>{{offer}}</b>{{/offer}}{{^offer}}-{{/offer}}'
  assert.equal(composed(html), { html: 'a-', missingColumns: [] })
  assert.is(composed(html, { offer: '2 for 1' }).html, 'a<b>2 for 1</b>')
})
test('the address behind the click stays for the server of the ad, in every way of writing it', () => {
  const { html, missingColumns } = composed('<a href="{{clickUrl}}"></a>{{{ clickUrl }}}{{& clickUrl}}')
  assert.is(html, '<a href="{{clickUrl}}"></a>{{{clickUrl}}}{{{clickUrl}}}')
  assert.equal(missingColumns, [])
})
test('a creative cannot put its own address behind the click', () =>
  assert.is(composed('{{clickUrl}}', { clickUrl: 'https://evil.example' }).html, '{{clickUrl}}'))
test('a template that cannot be read is refused with where it breaks', () => {
  for (const html of ['{{#a}}', '{{/a}}', '{{a', '{{=x}}']) {
    const result = compose({ html, columns: {}, transformations: [] })
    assert.ok('code' in result && result.code === 'template-broken', html)
  }
})
test('transformations are a stylesheet at the end of the head, else at the start', () => {
  assert.is(
    composed('<!doctype html><head><title>a</title></HEAD><body>', {}, [hidden]).html,
    `<!doctype html><head><title>a</title>${rule}</HEAD><body>`,
  )
  assert.is(composed('<!DOCTYPE html>\n<p>', {}, [hidden]).html, `<!DOCTYPE html>${rule}\n<p>`)
  assert.is(composed('<p>', {}, [hidden]).html, `${rule}<p>`)
  assert.is(composed('<p>').html, '<p>')
})

test.run()
