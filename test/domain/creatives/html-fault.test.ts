import * as fc from 'fast-check'
import { parse } from 'parse5'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlFault } from '../../../src/domain/creatives/html-fault.ts'

const test = suite('truncated HTML')

test('detects every kind of truncated HTML', () => {
  const element = 'within an element that is not closed (script, style, title or textarea)'
  for (const [html, where] of [
    ['<div><p style="', 'within a tag'],
    ['<p>a</p', 'within a tag'],
    ['<!-- a <p>b</p>', 'within a comment'],
    ['<style>p { color: red }<p>a</p>', element],
    ['<p>a</p><script>show()', element],
    ['<script><!--<script>', 'within a comment of a script'],
  ] as const)
    assert.is(htmlFault(html), `the HTML ends ${where}, in line 1`, html)
  assert.match(htmlFault('<p>\n<b>a</b>\n<img src="a.png') ?? '', /within a tag, in line 3$/)
})

test('accepts errors that every browser repairs in the same way', () => {
  for (const html of [
    '',
    'plain text',
    '<p>not closed',
    '<div><b>crossed</div></b>',
    '<p>a < b & c &nope; <br/></p>',
    '<!doctype html><title>t</title><body>{{headline}}<svg><path d="M0 0"/></svg>',
    "<script>document.write('<scr' + 'ipt src=a.js></scr' + 'ipt>')</script>",
  ])
    assert.is(htmlFault(html), undefined, html)
})

test('markup inside SVG and MathML is read as such', () => {
  for (const html of ['<svg><style><![CDATA[a > b {}]]></svg><p>', '<svg><title><b></b></svg>', '<math><style></math>'])
    assert.is(htmlFault(html), undefined, html)
  for (const html of ['<svg></svg><style>', '<svg><p><style>', '<svg><desc><style>', '<svg/><title>a'])
    assert.match(htmlFault(html) ?? '', 'that is not closed', html)
})

const wrapped = (name: string) => (inner: string) => `<${name}>${inner}</${name.split(' ', 1)[0]}>`
const inElements = (html: fc.Arbitrary<string>) =>
  fc.oneof(
    ...['p', 'div', 'b', 'a href="x y"', 'svg', 'g', 'desc', 'foreignObject', 'math', 'mi', 'table'].map(name =>
      html.map(wrapped(name)),
    ),
  )
const texts = fc.oneof(
  fc.constantFrom('x', '\n', '&amp;', '<br>', '<img src=a>', '<!-- a -->', '<![CDATA[a]]>', '<svg/>', 'a < b'),
  fc.constantFrom('style', 'script', 'title', 'textarea', 'noscript', 'iframe').map(name => wrapped(name)('<p a="')),
)
const documents = fc.letrec<{ html: string }>(tie => ({
  html: fc.oneof(
    { maxDepth: 5 },
    texts,
    inElements(tie('html')),
    fc.tuple(tie('html'), tie('html')).map(parts => parts.join('')),
  ),
})).html

/** The first fault that the whole parser finds, which builds the tree. */
const faultInTree = (html: string): string | undefined => {
  const codes: string[] = []
  parse(html, { onParseError: ({ code }) => codes.push(code), sourceCodeLocationInfo: true })
  return codes.find(code => code.startsWith('eof-') && code !== 'eof-in-body')
}

/** A title in a foreignObject is one of HTML, whose end does not end the foreignObject. */
const titleOfHtml = '<svg><foreignObject><title><p a="</title><style><p a="</style></foreignObject></svg>'

test('a document that is cut anywhere has a fault exactly where building its tree finds one', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (html, at) => {
      const cut = html.slice(0, at % (html.length + 1))
      assert.is(htmlFault(cut) !== undefined, faultInTree(cut) !== undefined, cut)
    }),
    { numRuns: 2_000, examples: [[titleOfHtml, titleOfHtml.length]] },
  )
})

test('a document whose tree would be huge is read like any other', () => {
  const bold = Array.from({ length: 3_000 }, (_, n) => `<b ${n}>`).join('')
  assert.is(htmlFault(`<p>${bold}</p>${'<p>x'.repeat(3_000)}`), undefined)
  assert.match(htmlFault(`<p>${bold}</p>${'<p>x'.repeat(3_000)}<b`) ?? '', 'within a tag')
  assert.is(htmlFault('<svg>'.repeat(200_000)), undefined)
  assert.is(htmlFault(`<a ${Array.from({ length: 100_000 }, (_, n) => `b${n}`).join(' ')}>`), undefined)
})

test.run()
