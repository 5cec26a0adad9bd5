import * as fc from 'fast-check'
import { parseFragment } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compose } from '../../../src/domain/creatives/compose.ts'
import { parsedTemplate } from '../../../src/domain/creatives/parsed-template.ts'
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

test('a placeholder is replaced by the value of its column', () => {
  const { html, missingColumns } = composed('<p>{{headline}}, {{ price }}</p>', { headline: 'Spring', price: '£5' })
  assert.is(html, '<p>Spring, £5</p>')
  assert.equal(missingColumns, [])
})
test('values are escaped and stay text', () => {
  const { html } = composed('<p title="{{a}}">{{a}}</p>', { a: `<script>"'&` })
  assert.not.match(html, '<script>')
  assert.match(html, '&lt;script&gt;&quot;&#39;&amp;')
})
test('a stylesheet and a script get addresses as they are, and no value ends them', () => {
  const at = '/assets/acme/a.png'
  const html =
    '<style>p{background:url({{a}})}</style><script>load("{{a}}")</script>{{#a}}<style>q{src:url({{a}})}</style>{{/a}}'
  assert.is(composed(html, { a: at }).html, html.replaceAll('{{a}}', at).replace('{{#a}}', '').replace('{{/a}}', ''))
  assert.is(composed('<style>{{a}}</style>', { a: '</style>' }).html, '<style>&lt;/style&gt;</style>')
  assert.is(composed('{{a}}', { a: '&#x2F;' }).html, '&amp;#x2F;')
})
test('any value is preserved in text and in attributes', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), value => {
      const { childNodes } = parseFragment(composed('<p title="{{a}}">x{{a}}</p>', { a: value }).html)
      const [p] = childNodes
      assert.is(childNodes.length, 1)
      if (p === undefined || !('attrs' in p)) throw new Error('no element found')
      const [inside] = p.childNodes
      assert.equal(
        p.attrs.map(a => a.value),
        [value],
      )
      assert.is(inside && 'value' in inside ? inside.value : '', `x${value}`)
      assert.is(p.childNodes.length, 1)
    }),
  ))
test('placeholders in a value are not expanded', () =>
  assert.is(composed('{{a}}', { a: '{{b}}', b: 'secret' }).html, '{{b}}'))
test('each missing column is reported once', () =>
  assert.equal(composed('{{a}} {{b}} {{a}} {{{c}}} {{&d}}', { b: '1' }).missingColumns, ['a', 'c', 'd']))
test('a template reaches the values of columns, and nothing behind them', () => {
  const columns = { title: 'abc', 'price.amount': '7', hasOwnProperty: 'own' }
  const { html, missingColumns } = composed(
    '{{title.length}}{{title.constructor}}{{title.constructor.name}}|{{price.amount}}',
    columns,
  )
  assert.is(html, '|7')
  assert.equal(missingColumns, ['title.length', 'title.constructor', 'title.constructor.name'])
  assert.is(
    composed('{{#title.constructor.prototype.__proto__}}x{{/title.constructor.prototype.__proto__}}', columns).html,
    '',
  )
  assert.is(composed('{{hasOwnProperty}} {{title}}', columns).html, 'own abc')
})
test('a section shows its own value as {{.}}, and columns', () =>
  assert.is(composed('{{#a}}{{.}}{{b}}{{#b}}{{.}}{{a}}{{/b}}{{/a}}{{.}}', { a: '1', b: '2' }).html, '1221'))
test('names inherited from Object are not columns', () =>
  assert.equal(composed('{{toString}} {{constructor}} {{__proto__}}').missingColumns, [
    'toString',
    'constructor',
    '__proto__',
  ]))
test('an empty column is not missing', () => assert.equal(composed('{{a}}', { a: '' }).missingColumns, []))
test('a column used only as a section may be missing', () => {
  const html = 'a{{#offer}}<b>{{offer}}</b>{{/offer}}{{^offer}}-{{/offer}}'
  assert.equal(composed(html), { html: 'a-', missingColumns: [] })
  assert.is(composed(html, { offer: '2 for 1' }).html, 'a<b>2 for 1</b>')
})
test('clickUrl is kept for when the ad is served, in every notation', () => {
  const { html, missingColumns } = composed('<a href="{{clickUrl}}"></a>{{{ clickUrl }}}{{& clickUrl}}')
  assert.is(html, '<a href="{{clickUrl}}"></a>{{{clickUrl}}}{{{clickUrl}}}')
  assert.equal(missingColumns, [])
})
test('a creative cannot set its own clickUrl', () =>
  assert.is(composed('{{clickUrl}}', { clickUrl: 'https://evil.example' }).html, '{{clickUrl}}'))
test('an invalid template is refused with the place of the error', () => {
  for (const html of ['{{#a}}', '{{/a}}', '{{a', '{{=x}}']) {
    const result = compose({ html, columns: {}, transformations: [] })
    assert.ok('code' in result && result.code === 'template-broken', html)
  }
})
test('the last parsed templates are kept, up to a number of bytes', () => {
  const template = (n: number) => `${n}${'{{a}}'.repeat(20_000)}`
  const first = parsedTemplate(template(0))
  assert.is(parsedTemplate(template(0)), first)
  for (let n = 1; n <= 20; n++) parsedTemplate(template(n))
  const again = parsedTemplate(template(0))
  assert.is.not(again, first)
  assert.equal(again.length, first.length)
})
test('a document is refused as soon as it exceeds 4 MiB', () => {
  const long = { a: 'x'.repeat(64_000) }
  const failure = compose({ html: '{{a}}'.repeat(7_000), columns: long, transformations: [] })
  assert.ok('code' in failure)
  assert.is(failure.code, 'document-too-costly')
  assert.match(failure.detail, /larger than 4 MiB; shorten the HTML of the ad unit/)
  assert.is(composed('{{a}}'.repeat(65), long).html.length, 65 * 64_000)
  for (const html of ['{{{a}}}'.repeat(66), '{{&a}}'.repeat(66), `{{#a}}${'{{.}}'.repeat(66)}{{/a}}`])
    assert.ok('code' in compose({ html, columns: long, transformations: [] }), html.slice(0, 9))
  const escaped = compose({ html: '{{a}}'.repeat(14), columns: { a: '"'.repeat(64_000) }, transformations: [] })
  assert.ok('code' in escaped, 'escaping makes it longer')
})
test('sections of names inherited from Object are empty', () => {
  assert.is(composed('{{#constructor}}a{{/constructor}}{{^toString}}b{{/toString}}').html, 'b')
  assert.is(composed('{{#a}}{{#valueOf}}x{{/valueOf}}{{/a}}', { a: '1' }).html, '')
})
test('transformations become a stylesheet at the end of the head, or else at the start', () => {
  assert.is(
    composed('<!doctype html><head><title>a</title></HEAD><body>', {}, [hidden]).html,
    `<!doctype html><head><title>a</title>${rule}</HEAD><body>`,
  )
  assert.is(composed('<!DOCTYPE html>\n<p>', {}, [hidden]).html, `<!DOCTYPE html>${rule}\n<p>`)
  assert.is(composed('<p>', {}, [hidden]).html, `${rule}<p>`)
  assert.is(composed('<p>').html, '<p>')
})

test.run()
