import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { attribute, elementsOf, parentOf, textOf, treeOf } from '../../../src/domain/templates/clean/tree.ts'
import { contrastOf } from '../../../src/domain/templates/color/contrast.ts'
import { styleOf } from '../../../src/domain/templates/edit/inline-style.ts'
import { filledWith } from '../../../src/domain/templates/numbered.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import { sizesOf, type TemplateSize } from '../../../src/domain/templates/size.ts'
import { brand, brief } from '../../support/templates/brands.ts'
import { type Generating, generating, going, made } from '../../support/templates/generators.ts'

const test = suite<{ given: Generating }>('wordmarks')
test.before(async context => {
  context.given = await generating()
})
test.after(({ given }) => given.close())

/** The lines of the wordmark as Chromium sets them. */
const shownIn = async ({ renderer }: Generating, html: string, size: TemplateSize) => {
  const [filled] = filledWith(html, samples)
  const job = { accountId: 'acme', ...size, scale: 1, format: 'png', measured: true, label: 'a wordmark' } as const
  const rendered = await renderer.render({ ...job, html: filled!.html, resource: async () => undefined })
  if ('code' in rendered) throw new Error(rendered.detail)
  return rendered.content?.texts.filter(({ part }) => part === 'logo') ?? []
}
/** The color of the wordmark of a template, and what is behind it. */
const colorsIn = (html: string): { readonly color: string; readonly background: string } => {
  const word = elementsOf(treeOf(html)!).find(element => attribute(element, 'class') === 'word')
  let at = word
  while (at !== undefined && styleOf(at).get('background') === undefined) at = parentOf(at)
  return { color: styleOf(word!).get('color') ?? '', background: (at && styleOf(at).get('background')) ?? '' }
}

const names = [
  'H&M',
  'Bäckerei Grünewald-Sonnenschein GmbH & Co. KG',
  'Donaudampfschifffahrtsgesellschaft',
  'WWWWWWWWWW MMMMMMMM',
  '山田ベーカリー',
]
for (const name of names)
  test(`no word is broken or cut in any size: ${name}`, async ({ given }) => {
    for (const size of sizesOf('OnSite')) {
      const { html } = made(await given.builtIn.compose(brief({ brand: brand({ name }) }), size, going()))
      const word = elementsOf(treeOf(html)!).find(element => attribute(element, 'class') === 'word')
      const words = textOf(word!).split(' ')
      for (const { cut, lines, text } of await shownIn(given, html, size)) {
        assert.is(cut, 'no', `${text} in ${size.width}x${size.height}`)
        assert.ok(lines.length <= words.length, `${text} in ${lines.length} lines`)
      }
    }
  })

const edits = [
  'make the background black',
  'make the background #777777',
  'make it dark',
  'make it light',
  'make the background yellow',
  'make the background white and the text white',
  'make the headline white',
  'make the background #1f6b4a',
]
for (const size of [
  { width: 300, height: 250 },
  { width: 728, height: 90 },
])
  test(`a wordmark can be read after every edit: ${size.width}x${size.height}`, async ({ given }) => {
    const dark = brand().colors.map(color => (color.role === 'background' ? { ...color, hex: '#14213d' } : color))
    for (const profile of [brand(), brand({ colors: dark })]) {
      const own = brief({ brand: profile })
      let { html } = made(await given.builtIn.compose(own, size, going()))
      for (const prompt of ['', ...edits]) {
        if (prompt !== '')
          ({ html } = made(await given.builtIn.edit({ brief: own, html, size, prompt, take: 0 }, going())))
        const { color, background } = colorsIn(html)
        const contrast = contrastOf(color, background)
        assert.ok(contrast >= 4.5, `${prompt}: ${color} on ${background} has ${contrast}`)
      }
    }
  })

test('a logo that is cut off is found, one that is shown whole is not', async ({ given }) => {
  const size = { width: 300, height: 250 }
  const faultsOf = async (style: string) => {
    const html = `<!doctype html><html><head></head><body><div data-part="logo" style="width:60px;height:40px;overflow:hidden"><img src="/assets/acme/logo.png" alt="" style="${style}"></div></body></html>`
    const checked = await given.checks({ brief: brief(), html, size, expected: [] }, going())
    return 'findings' in checked
      ? checked.findings.map(({ code }) => code).filter(code => code === 'logo-cut')
      : ['failed']
  }
  assert.equal(await faultsOf('width:60px;height:40px;object-fit:contain'), [])
  assert.ok((await faultsOf('width:90px;height:90px')).includes('logo-cut'))
  assert.ok((await faultsOf('width:60px;height:40px;object-fit:cover')).includes('logo-cut'))
})

test.run()
