import * as fc from 'fast-check'
import { parseFragment } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compose } from '../../../src/domain/creatives/compose.ts'
import { cleanHtml } from '../../../src/domain/templates/clean/clean-html.ts'
import { type Element, elementsOf, treeOf } from '../../../src/domain/templates/clean/tree.ts'
import { attacks } from './attacks.ts'

const danger = new Set(
  'script iframe object embed form base link frame frameset noscript template textarea math foreignobject use image animate set video audio source input'.split(
    ' ',
  ),
)
/** What of a document could run, load or lead elsewhere, found independently of the lists of the sanitiser. */
const dangerIn = (html: string): readonly string[] =>
  elementsOf(treeOf(html)!).flatMap((element: Element) => {
    const attributes = element.attrs.flatMap(({ name, value }) => {
      const plain = value.replace(/[\s\u0000-\u001f]/g, '').toLowerCase()
      if (name.startsWith('on') || /^(?:srcset|srcdoc|ping|action|formaction|background|http-equiv|name)$/.test(name))
        return element.tagName === 'meta' && name === 'name' ? [] : [name]
      if (/javascript:|vbscript:|\/\/|\\|url\((?!\/assets)/.test(plain) && name !== 'xmlns' && name !== 'alt')
        return [`${name}=${plain}`]
      return []
    })
    const css =
      element.tagName === 'style' ? element.childNodes.map(node => ('value' in node ? node.value : '')).join('') : ''
    const sheet = /@import|url\(|image-set|expression|<|\\|\{\{/i.test(css) ? [css] : []
    return [...(danger.has(element.tagName.toLowerCase()) ? [element.tagName] : []), ...attributes, ...sheet]
  })

const around = [
  (attack: string) => attack,
  (attack: string) => `<!doctype html><html><head>${attack}</head><body>x</body></html>`,
  (attack: string) => `<!doctype html><body><div><p>a</p>${attack}<p>b</p></div></body>`,
  (attack: string) => `<svg>${attack}</svg>`,
  (attack: string) => `<svg><g>${attack}</g></svg>x`,
]

test('no known attack survives, wherever it is in a template', () => {
  assert.ok(attacks.length >= 60)
  for (const attack of attacks)
    for (const place of around) {
      const { html } = cleanHtml(place(attack))
      if (html === undefined) continue
      assert.equal(dangerIn(html), [], attack)
      assert.is(cleanHtml(html).html, html, `${attack} reads differently the second time`)
      assert.equal(cleanHtml(html).findings, [], attack)
    }
})

test('what an attack leaves is still harmless when it is filled with hostile values', () => {
  const hostile = '"><script>alert(1)</script><p x="{{{a}}} javascript:alert(1)'
  for (const attack of attacks) {
    const { html } = cleanHtml(`<body>${attack}</body>`)
    if (html === undefined) continue
    const columns = { productName: hostile, price: hostile, badge: hostile, tone: hostile }
    const filled = compose({ html, columns, transformations: [] })
    assert.ok('html' in filled, attack)
    const values = elementsOf(treeOf(filled.html)!).flatMap(({ tagName, attrs }) => [
      tagName,
      ...attrs.map(({ name }) => name),
    ])
    assert.not.ok(
      values.some(name => name === 'script' || name.startsWith('on')),
      attack,
    )
  }
})

test('attacks together, cut and repeated at random, leave nothing behind', () => {
  const pieces = fc.array(fc.tuple(fc.constantFrom(...attacks.filter(a => a.length < 500)), fc.nat(80), fc.boolean()), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(pieces, list => {
      const { html } = cleanHtml(list.map(([attack, at, whole]) => (whole ? attack : attack.slice(at))).join(''))
      if (html !== undefined) assert.equal(dangerIn(html), [])
    }),
    { numRuns: 300 },
  )
})

test('what is removed is named', () => {
  const { findings } = cleanHtml('<p onclick="x" style="color:red;behavior:url(x)">a</p><script>1</script>{{{a}}}')
  const details = findings.map(({ code, detail }) => `${code} ${detail}`).join('\n')
  for (const what of ['onclick="x" of <p>', 'behavior', '<script>', '{{{a}}}']) assert.match(details, what)
  assert.ok(findings.every(({ code }) => code === 'removed'))
})

test('what a template needs stays as it is', () => {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="ad.size" content="width=1,height=1"><title>x</title>' +
    '<style>.a{color:#fff;background:linear-gradient(90deg,#000,rgb(1,2,3))}@media (min-width:1px){.a:hover{margin:calc(1px + 2%)}}@keyframes k{from{opacity:0}to{opacity:1}}</style></head>' +
    '<body class="{{tone}}"><img src="/assets/acme/a%20b/c.png" alt="{{productName}}"><img src="{{productImage}}" data-asset="productImage">' +
    '{{#badge}}<b style="color:#fff;font-family:\'A B\',serif">{{badge}}</b>{{/badge}}{{^badge}}none{{/badge}}' +
    '<svg viewBox="0 0 1 1"><path d="M0 0L1 1" fill="none" stroke-width="2"></path></svg><a href="{{clickUrl}}" target="_blank">x</a></body></html>'
  const clean = cleanHtml(html)
  assert.equal(clean.findings, [])
  assert.is(clean.html?.replaceAll('"A B"', "'A B'").replaceAll('&quot;A B&quot;', "'A B'"), html)
})

test('sections that begin in one element and end in another are refused, as are placeholders that do not end', () => {
  for (const html of [
    '{{#a}}<b>{{/a}}</b>',
    '<p>{{#a}}</p>{{/a}}',
    '{{#a}}',
    '{{/a}}',
    '{{#a}}{{#b}}{{/a}}{{/b}}',
    '<p>{{a</p>',
  ]) {
    const { html: clean, findings } = cleanHtml(`<body>${html}</body>`)
    assert.is(clean, undefined, html)
    assert.ok(
      findings.some(({ code }) => code === 'placeholder-broken'),
      html,
    )
  }
})

test('a document that is too large or too deep is refused', () => {
  const codes = (html: string) => cleanHtml(html).findings.map(({ code }) => code)
  assert.equal(codes('x'.repeat(1024 * 1024 + 1)), ['too-large'])
  assert.equal(codes('<div>'.repeat(100)), ['too-complex'])
  assert.equal(codes('<br>'.repeat(2_001)), ['too-complex'])
})

test('the tests see danger where it is', () => {
  const seen = attacks.filter(attack => {
    const tree = treeOf(attack)
    return tree !== undefined && dangerIn(attack).length > 0
  })
  assert.ok(seen.length > 80, `${seen.length} of ${attacks.length}`)
  assert.ok(parseFragment('<p>').childNodes.length === 1)
})

test.run()
