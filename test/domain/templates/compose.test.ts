import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlFault } from '../../../src/domain/creatives/html-fault.ts'
import { cleanHtml } from '../../../src/domain/templates/clean/clean-html.ts'
import { missingColumns } from '../../../src/domain/templates/clean/columns-of.ts'
import { expectedColumns, templateColumns } from '../../../src/domain/templates/columns.ts'
import { composeTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { filledWith } from '../../../src/domain/templates/numbered.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import { sizesOf, type TemplateSize } from '../../../src/domain/templates/size.ts'
import { anyBrand, brand } from '../../support/templates/brands.ts'

const rectangle = { width: 300, height: 250 }
const composed = (given: Parameters<typeof brand>[0] = {}, size: TemplateSize = rectangle, logo?: string) =>
  composeTemplate({ brand: brand(given), retailerName: 'Fernhollow', logo }, size)

test('every size names the columns of a product, and the optional ones in sections', () => {
  for (const size of sizesOf('OffSite')) {
    const html = composed({}, size)
    assert.equal(missingColumns(html, expectedColumns), [])
    for (const column of templateColumns.optional) assert.match(html, `{{#${column}}}`)
    for (const column of templateColumns.required) assert.not.match(html, `{{#${column}}}`)
  }
})

test('a template passes the sanitiser unchanged, whatever the brand says', () => {
  const anySize = fc.record({ width: fc.integer({ min: 1, max: 2000 }), height: fc.integer({ min: 1, max: 2000 }) })
  fc.assert(
    fc.property(anyBrand, anySize, (profile, size) => {
      const html = composeTemplate({ brand: profile, retailerName: 'R', logo: '/assets/acme/logo.png' }, size)
      const { findings, html: clean } = cleanHtml(html)
      assert.equal(findings, [])
      assert.is(cleanHtml(clean ?? '').html, clean)
      assert.is(htmlFault(html), undefined)
      assert.is(composeTemplate({ brand: profile, retailerName: 'R', logo: '/assets/acme/logo.png' }, size), html)
    }),
    { numRuns: 40 },
  )
})

test('texts of the brand are text: braces and marks of HTML do nothing', () => {
  const html = composed({
    name: '{{secret}} <b>&',
    copy: { headlines: ['{{#a}}<i>'], texts: [], callsToAction: ['"><script>'], badges: [] },
  })
  assert.match(html, 'secret &lt;b&gt;&amp;')
  assert.match(html, '#a &lt;i&gt;')
  assert.match(html, '&quot;&gt;&lt;script&gt;')
  assert.not.match(html, '{{secret}}')
})

test('a headline that does not fit is left out, and the name of the product leads', () => {
  const long = composed({
    copy: { headlines: ['x'.repeat(200)], texts: [], callsToAction: ['y'.repeat(50)], badges: [] },
  })
  assert.not.match(long, 'xxxx')
  assert.match(long, 'Shop now')
  assert.match(long, 'class="name lead"')
  assert.match(composed(), 'class="name"')
})

test('corners follow the tone, and a dark background makes a dark template', () => {
  assert.match(composed({ tone: ['playful'] }), 'data-corners="rounded"')
  assert.match(composed({ tone: ['elegant', 'luxury'] }), 'data-corners="square"')
  assert.match(composed(), 'data-scheme="light"')
  const dark = brand().colors.map(color => (color.role === 'background' ? { ...color, hex: '#101216' } : color))
  assert.match(composed({ colors: dark }), 'data-scheme="dark"')
})

test('the logo is shown where there is one, else the name is written', () => {
  assert.match(composed({}, rectangle, '/assets/acme/my%20logo.png'), 'src="/assets/acme/my%20logo.png"')
  assert.match(composed(), '>Fernhollow</span>')
})

test('samples fill a template with and without its optional columns', () => {
  const [whole = '', long = '', bare = '', withoutPicture = ''] = filledWith(
    cleanHtml(composed()).html ?? '',
    samples,
  ).map(({ html }) => html)
  assert.match(whole, 'Enamel Watering Can')
  assert.match(long, 'Donaudampfschifffahrtsgesellschaft')
  assert.not.match(bare, 'data-part="badge"')
  assert.not.match(withoutPicture, '<img')
  for (const html of [whole, long, bare, withoutPicture]) assert.not.match(html, '{{')
})

test.run()
