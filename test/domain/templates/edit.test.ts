import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cleanHtml } from '../../../src/domain/templates/clean/clean-html.ts'
import { attribute, elementsOf, treeOf } from '../../../src/domain/templates/clean/tree.ts'
import { contrastOf, leastContrast } from '../../../src/domain/templates/color/contrast.ts'
import { composeTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { type Family, families } from '../../../src/domain/templates/compose/family.ts'
import { brandLook } from '../../../src/domain/templates/compose/look.ts'
import { editTemplate } from '../../../src/domain/templates/edit/edit-template.ts'
import { findPart } from '../../../src/domain/templates/edit/find-parts.ts'
import { styleOf } from '../../../src/domain/templates/edit/inline-style.ts'
import { recolor } from '../../../src/domain/templates/edit/recolor.ts'
import type { Target } from '../../../src/domain/templates/prompt/meaning.ts'
import { understand } from '../../../src/domain/templates/prompt/understand.ts'
import { sizesOf } from '../../../src/domain/templates/size.ts'
import { anyColor, brand } from '../../support/templates/brands.ts'

const cleaned = (html: string): string => {
  const { html: clean } = cleanHtml(html)
  if (clean === undefined) throw new Error('it is not clean')
  return clean
}
const composed = (size = { width: 300, height: 250 }): string =>
  cleaned(composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, size))
const edited = (html: string, ...prompts: readonly string[]) =>
  prompts.reduce((before, prompt) => editTemplate(before.html, understand(prompt).edits), {
    html,
    warnings: [] as readonly string[],
  })
/** The values of a part's `style` after prompts. */
const styleAfter = (target: Target, ...prompts: readonly string[]) => {
  const { html } = edited(composed(), ...prompts)
  return styleOf(findPart(treeOf(html)!, target)!)
}
/** What people see: without the attributes that remember something. */
const look = (html: string): string =>
  html.replace(/ data-(?:light|dark|wanted|display|rounded|scheme|part|with-price)="[^"]*"/g, '')

test('a prompt changes the part that it names', () => {
  assert.is(styleAfter('background', 'make the background navy').get('background'), '#000080')
  assert.is(styleAfter('cta', 'button #aa0000').get('background'), '#aa0000')
  assert.is(styleAfter('headline', 'set the headline to 20 px').get('font-size'), '20px')
  const before = Number.parseFloat(styleAfter('headline').get('font-size') ?? '')
  const after = Number.parseFloat(styleAfter('headline', 'make the headline bigger').get('font-size') ?? '')
  assert.ok(Math.abs(after - 1.2 * before) < 0.01, `${before} became ${after}`)
  assert.is(styleAfter('badge', 'remove the badge').get('display'), 'none')
  assert.is(styleAfter('cta', 'square corners').get('border-radius'), '0')
  assert.is(styleAfter('logo', 'move the logo to the right').get('justify-content'), 'flex-end')
  assert.is(styleAfter('border', 'make the border 3 px').get('border')?.split(' ')[0], '3px')
  assert.match(edited(composed(), 'change the call to action to "Buy & save"').html, '>Buy &amp; save</div>')
  assert.match(edited(composed(), 'align the text right').html, 'text-align:right')
})

test("a badge that is added never takes the place of a product's own one, and that is said", () => {
  const { html, warnings } = edited(composed(), 'add a badge that says New')
  assert.match(
    html,
    /\{\{#badge\}\}<span[^>]*>\{\{badge\}\}<\/span>\{\{\/badge\}\}\{\{\^badge\}\}<span[^>]*>New<\/span>\{\{\/badge\}\}/,
  )
  assert.equal(warnings, ['Products with a badge of their own keep it; all others show "New".'])
  const again = edited(html, 'add a badge that says "Only here"', 'make the badge #aa0000').html
  assert.match(again, '>Only here</span>')
  assert.not.match(again, '>New</span>')
  assert.is(again.match(/background:#aa0000/g)?.length, 2)
})

test('a badge whose text is changed says the same for every product, and that is said', () => {
  const { html, warnings } = edited(composed(), 'change the badge to "New"')
  assert.match(html, />New<\/span>/)
  assert.not.match(html, '{{#badge}}')
  assert.match(html, '{{#productImage}}')
  assert.match(warnings.join(), 'the same for every product')
})

test('the former price goes and comes with the price, unless it was hidden by itself', () => {
  const hidden = edited(composed(), 'remove the price').html
  assert.is(styleOf(findPart(treeOf(hidden)!, 'was')!).get('display'), 'none')
  const back = edited(hidden, 'show the price').html
  assert.is(styleOf(findPart(treeOf(back)!, 'was')!).get('display'), undefined)
  const apart = edited(composed(), 'remove the old price', 'remove the price', 'show the price').html
  assert.is(styleOf(findPart(treeOf(apart)!, 'was')!).get('display'), 'none')
})

test('a picture that is hidden gives its room to the texts', () => {
  const { html, warnings } = edited(composed(), 'hide the picture')
  assert.equal(warnings, [])
  assert.match(html, /class="ad bare"/)
  assert.is(look(edited(html, 'bring back the picture').html), look(composed()))
})

const ofFamily = (family: Family, size: { width: number; height: number }): string =>
  cleaned(
    composeTemplate({ brand: brand(), retailerName: 'Fernhollow', look: brandLook(brand(), undefined, family) }, size),
  )
const beside: readonly (readonly [Family, number, number])[] = [
  ...families.filter(one => one !== 'full-bleed').map(one => [one, 300, 250] as const),
  ...families.map(one => [one, 970, 250] as const),
  ...families.map(one => [one, 728, 90] as const),
]

test('a picture beside the texts goes to either side in every layout family', () => {
  for (const [family, width, height] of beside)
    for (const side of ['left', 'right']) {
      const { html, warnings } = edited(ofFamily(family, { width, height }), `put the picture on the ${side}`)
      assert.not.match(warnings.join(), 'Not done', `${family} ${width}x${height} ${side}`)
      const there = edited(html, `put the picture on the ${side}`)
      assert.is(there.html, html, `${family} ${width}x${height}: it is at the ${side}`)
    }
})

test('the panel of a picture that goes to the other side is mirrored, and mirrored back', () => {
  const before = ofFamily('product-right', { width: 300, height: 250 })
  const pictureOf = (html: string) => styleOf(findPart(treeOf(html)!, 'picture')!)
  const left = edited(before, 'picture on the left').html
  assert.is(pictureOf(before).get('border-radius'), '0 0 0 32px')
  assert.is(pictureOf(left).get('border-radius'), '0 0 32px 0')
  assert.is(pictureOf(edited(left, 'picture on the right').html).get('border-radius'), '0 0 0 32px')
})

test('a picture that reaches over its place does so at the other edge, when it goes there', () => {
  const html = edited(ofFamily('color-block', { width: 300, height: 250 }), 'picture on the left').html
  assert.match(html, /\.picture\{width:138px;margin:-12px 8px -4px 0\}/)
  assert.is(styleOf(findPart(treeOf(html)!, 'picture')!).get('justify-self'), 'end')
})

test('a former price moves with the price', () => {
  const html = edited(ofFamily('product-right', { width: 300, height: 250 }), 'put the price on the right').html
  assert.match(html, /<p class="prices" style="order:9;margin-left:auto">/)
  const tall = edited(ofFamily('framed', { width: 300, height: 600 }), 'put the price on the right').html
  assert.match(tall, /<p class="prices" style="align-self:flex-end/)
})

test('texts on a new background have a color of the brand, not one that is only just readable', () => {
  const html = edited(composed(), 'make the background navy').html
  const style = (part: Target) => styleOf(findPart(treeOf(html)!, part)!)
  for (const part of ['headline', 'name', 'price'] as const)
    assert.ok(
      contrastOf(style(part).get('color')!, '#000080') > (part === 'price' ? leastContrast : 6),
      `${part} ${style(part).get('color')}`,
    )
  const back = edited(html, 'make the background #f4f1e8').html
  assert.is(styleOf(findPart(treeOf(back)!, 'headline')!).get('color'), styleAfter('headline').get('color'))
})

test('a button that would vanish on a new background gets another color of the brand', () => {
  const own = styleAfter('cta').get('background')!
  const { html, warnings } = edited(composed(), `make the background ${own}`)
  assert.is.not(styleOf(findPart(treeOf(html)!, 'cta')!).get('background'), own)
  assert.match(warnings.join(), 'so that it can be seen on')
})

test('letters, spacing and the button change as a prompt says', () => {
  assert.is(styleAfter('headline', 'make the headline italic').get('font-style'), 'italic')
  assert.is(
    styleAfter('headline', 'headline in italics', 'remove the italics from the headline').get('font-style'),
    'normal',
  )
  assert.match(styleAfter('price', 'use a serif font').get('font-family') ?? '', /serif$/)
  assert.is(styleAfter('headline', 'extra bold headline').get('font-weight'), '900')
  assert.is(styleAfter('headline', 'write the headline in capitals').get('text-transform'), 'uppercase')
  assert.is(styleAfter('headline', 'headline in capitals', 'no caps in the headline').get('text-transform'), undefined)
  assert.match(
    styleAfter('headline', 'more letter spacing in the headline').get('letter-spacing') ?? '',
    /^0?\.0\d+em$/,
  )
  assert.is(styleAfter('cta', 'full-width button').get('width'), '100%')
  assert.is(
    styleAfter('background', 'make the background darker').get('background') !==
      styleAfter('background').get('background'),
    true,
  )
})

test('an undo gives the earlier version, or one part of it', () => {
  const before = composed()
  const after = edited(before, 'make the headline red and the price bigger').html
  assert.is(editTemplate(after, understand('undo').edits, before).html, before)
  const part = treeOf(editTemplate(after, understand('the headline as before').edits, before).html)!
  assert.is(styleOf(findPart(part, 'headline')!).get('color'), styleAfter('headline').get('color'))
  assert.is.not(styleOf(findPart(part, 'price')!).get('font-size'), styleAfter('price').get('font-size'))
  assert.match(editTemplate(after, understand('undo').edits).warnings.join(), 'there is no earlier version')
})

test('a text that could not be read gets the nearest color that can, which is said', () => {
  const { html, warnings } = edited(composed(), 'make the background white and the headline yellow')
  const color = styleOf(findPart(treeOf(html)!, 'headline')!).get('color') ?? ''
  assert.ok(contrastOf('#ffffff', color) >= leastContrast, color)
  assert.equal(warnings, [`The headline is ${color} instead of #ffff00, so that it can be read on #ffffff.`])
})

test('a label on a button that became light gets the text color of the brand, or nearly black', () => {
  const prompt = 'make the button #ffe680'
  assert.is(styleAfter('cta', 'make the text of the button white', prompt).get('color'), '#17392b')
  assert.is(styleAfter('cta', 'make it dark', prompt).get('color'), '#17392b')
  const { html } = edited(foreign, 'button black, text of the button white', prompt)
  const label = styleOf(findPart(treeOf(html)!, 'cta')!).get('color') ?? ''
  assert.ok(contrastOf('#ffe680', label) > 8, label)
})

test('a color that was adjusted comes back as soon as it can be read', () => {
  const start = edited(composed(), 'make the headline yellow and the background black').html
  const onWhite = edited(start, 'make the background white').html
  assert.not.match(look(onWhite), '#ffff00')
  assert.is(look(edited(onWhite, 'make the background black').html), look(start))
})

const undone: readonly (readonly [string, string])[] = [
  ['make the headline bigger', 'make the headline smaller'],
  ['remove the badge', 'add the badge'],
  ['remove the price and the logo', 'bring back the logo and the price'],
  ['make it dark', 'make it light'],
  ['square corners', 'rounded corners'],
  ['make the logo bigger', 'make the logo smaller'],
  ['move the logo to the right', 'move the logo to the left'],
  ['align the text right', 'align the text left'],
  ['make the background #103050', 'make the background #fbf9f2'],
  ['change the headline to "A"', 'change the headline to "Spring starts here"'],
]
test('an edit that is undone gives the former look, in every size, also after other edits', () => {
  for (const size of sizesOf('OffSite')) {
    const start = edited(composed(size), 'make the button #aa1122').html
    for (const [there, back] of undone.filter(([there]) => edited(start, there).warnings.length === 0))
      assert.is(look(edited(start, there, back).html), look(start), `${there} at ${size.width}x${size.height}`)
  }
})

const targets = ['headline', 'product name', 'price', 'badge', 'button', 'logo', 'background', 'text', 'border']
const anyPrompt = fc.oneof(
  fc.tuple(fc.constantFrom(...targets), anyColor).map(([target, color]) => `make the ${target} ${color}`),
  fc
    .tuple(fc.constantFrom(...targets), fc.constantFrom('bigger', 'smaller', '14 px', 'twice as big'))
    .map(words => words.join(' ')),
  fc
    .tuple(fc.constantFrom('remove', 'add'), fc.constantFrom(...targets))
    .map(([verb, target]) => `${verb} the ${target}`),
  fc.constantFrom(...undone.flat()),
  fc.string({ maxLength: 40 }),
)
test('after any edits a template is clean, and its texts have colors that can be read', () => {
  fc.assert(
    fc.property(fc.array(anyPrompt, { maxLength: 6 }), fc.constantFrom(...sizesOf('OffSite')), (prompts, size) => {
      const { html } = edited(composed(size), ...prompts)
      assert.equal(cleanHtml(html), { html, findings: [] })
      const document = treeOf(html)!
      const ad = styleOf(findPart(document, 'background')!).get('background') ?? ''
      for (const target of ['headline', 'name', 'price', 'was', 'cta', 'badge'] as const) {
        const style = styleOf(findPart(document, target)!)
        const behind = style.get('background') ?? ad
        assert.ok(contrastOf(behind, style.get('color') ?? '') >= leastContrast, `${target}: ${prompts.join('; ')}`)
      }
    }),
    { numRuns: 60 },
  )
})

const foreign =
  cleaned(`<!doctype html><head><style>.hero-title{color:#333;font-size:30px}.btn{background:#06c;color:#fff;font-size:14px}</style></head>
  <body><div class="wrap"><img class="logo" src="/assets/acme/l.png" alt="Logo"><h1 class="hero-title">Hello</h1>
  <p>{{productName}}</p><b>{{price}}</b><a class="btn" href="{{clickUrl}}">Buy</a></div></body>`)

test('a template that somebody else wrote is edited as far as its parts are known', () => {
  const { html, warnings } = edited(
    foreign,
    'headline bigger, button red, background #eeeeee, remove the logo, price 20 px',
  )
  assert.equal(warnings, [])
  assert.match(html, 'font-size:36px')
  assert.match(html, 'style="background:#ff0000"')
  assert.match(html, /<b [^>]*style="font-size:20px">/)
  const logo = elementsOf(treeOf(html)!).find(element => attribute(element, 'class') === 'logo')
  assert.is(logo && styleOf(logo).get('display'), 'none')
  const back = edited(html, 'add the logo').html
  assert.not.match(back, 'display:none')
})

test('what cannot be done says why, in the words of the prompt', () => {
  const of = (html: string, prompt: string) => edited(html, prompt).warnings[0] ?? ''
  assert.match(of(foreign, 'remove the badge'), 'Not done: "remove the badge", because there is no badge')
  assert.match(of(foreign, 'product name bigger'), 'its size is not known')
  assert.match(of(composed(), 'make it light'), 'the template is light already')
  assert.match(of(composed(), 'headline 5000 px'), 'more than 2,000')
  assert.is(look(edited(composed(), 'make it light').html), look(composed()))
})

test('a dark version and the way back give a foreign template its former look', () => {
  const dark = edited(foreign, 'make it dark').html
  assert.match(dark, '#14181d')
  assert.is(look(edited(dark, 'make it light').html), look(foreign))
})

test('texts that were measured as unreadable get a color for what is behind them', () => {
  const n = elementsOf(treeOf(foreign)!).findIndex(element => element.tagName === 'h1')
  const { html, warnings } = recolor(foreign, [{ element: n, color: '#999999', background: '#ffffff' }])
  assert.match(html, 'data-wanted="#999999"')
  assert.match(warnings[0] ?? '', 'instead of #999999')
})

test.run()
