import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type BrandProfile, shownPictures } from '../../../src/domain/templates/brand.ts'
import { type Brands, brandIn, leftBy, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { exampleFile, serveExamples } from '../../support/brands/example.ts'
import { packedStream, pdfOf } from '../../support/brands/made-files.ts'

const test = suite<{ brands: Brands; server: Awaited<ReturnType<typeof serveExamples>> }>('example brands')
test.before(async context => {
  context.server = await serveExamples()
  context.brands = await openBrands([context.server.host])
})
test.after(async ({ brands, server }) => {
  await brands.close()
  await server.close()
})

const colorsOf = ({ colors }: BrandProfile, count = colors.length): string[] =>
  colors.slice(0, count).map(({ role, hex }) => `${role} ${hex}`)
const fontsOf = ({ fonts }: BrandProfile): string[] =>
  fonts.map(({ role, family, weight, generic }) => `${role} ${family} ${weight} ${generic}`)
const imagesOf = ({ images }: BrandProfile): string[] =>
  images.map(({ role, width, height, contentType }) => `${role} ${width}x${height} ${contentType}`)
const warned = (warnings: readonly string[]) => assert.equal(warnings, [])

test('a brand page is read with its style sheet, logo and pictures', async ({ brands, server }) => {
  const { profile, warnings } = await brandIn(brands, { kind: 'url', url: `${server.base}/page/index.html` })
  warned(warnings)
  assert.is(profile.name, 'Fernhollow Garden')
  assert.equal(colorsOf(profile, 5), [
    'primary #1f6b4a',
    'background #faf6ec',
    'accent #d4572a',
    'secondary #e8b54d',
    'text #22302a',
  ])
  assert.equal(fontsOf(profile), ['heading DejaVu Serif 700 serif', 'body DejaVu Sans 400 sans-serif'])
  assert.equal(profile.tone, ['natural', 'friendly', 'trustworthy'])
  assert.equal(profile.copy.headlines, ['Grow something good', 'Pots with a long life', 'Advice that helps'])
  assert.equal(profile.copy.callsToAction, ['Shop plants', 'See all pots', 'Ask a gardener'])
  assert.equal(profile.copy.badges, ['New season', 'Save 20 %'])
  assert.is(profile.copy.texts.length, 5)
  assert.equal(imagesOf(profile), ['logo 549x130 image/png', 'picture 600x315 image/png', 'picture 29x56 image/png'])
  assert.is(profile.logo?.blob, profile.images[0]?.blob)
})

test('a PDF guideline is read with the colors and fonts that it names', async ({ brands }) => {
  const { profile, warnings } = await brandIn(
    brands,
    await sourceOf(brands, 'document', await exampleFile('guideline.pdf')),
  )
  warned(warnings)
  assert.is(profile.name, 'Harbourlight Coffee')
  assert.equal(colorsOf(profile), [
    'background #f6f1e7',
    'primary #16324f',
    'secondary #c8553d',
    'accent #f2a65a',
    'text #1c2733',
  ])
  assert.equal(fontsOf(profile), ['heading DejaVu Serif 700 serif', 'body DejaVu Sans 400 sans-serif'])
  assert.equal(profile.tone, ['bold', 'trustworthy'])
  assert.equal(profile.copy.headlines, ['Harbourlight Coffee', 'Our colours', 'Our type', 'How we speak'])
  assert.equal(imagesOf(profile), ['logo 120x160 image/png'])
})

test('a PDF with a drawn logo and no picture says that the logo was not read', async ({ brands }) => {
  const pdf = (drawing: string) =>
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
      4: packedStream(Buffer.from(`0.2 0.4 0.3 rg ${drawing} f`)),
    })
  const warningsOf = async (drawing: string) =>
    (await brandIn(brands, await sourceOf(brands, 'document', pdf(drawing)))).warnings
  assert.not.match((await warningsOf('20 20 160 90 re')).join(), 'A logo that is drawn')
  const leaf = '20 20 m 20 90 60 120 120 120 c 120 60 90 20 20 20 c h'
  assert.match((await warningsOf(leaf)).join(), 'A logo that is drawn is not read: send it as a PNG')
})

test('a PDF on the web is read like one that was uploaded', async ({ brands, server }) => {
  const uploaded = await brandIn(brands, await sourceOf(brands, 'document', await exampleFile('guideline.pdf')))
  assert.equal(await brandIn(brands, { kind: 'url', url: `${server.base}/guideline.pdf` }), uploaded)
})

test('a PSD is read as its layers, with copy, fonts and logo', async ({ brands }) => {
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'psd', await exampleFile('design.psd')))
  warned(warnings)
  assert.equal(colorsOf(profile, 5), [
    'background #fff4e0',
    'primary #d98e32',
    'secondary #5b2a86',
    'text #3b1f0f',
    'accent #b3261e',
  ])
  assert.equal(fontsOf(profile), ['heading DejaVu Serif 700 serif', 'body DejaVu Sans 400 sans-serif'])
  assert.equal(profile.copy, {
    headlines: ['Warm bread every morning'],
    texts: ['Baked slowly, with care, by people you know.'],
    callsToAction: ['Find a bakery'],
    badges: ['New: rye'],
  })
  const layers = profile.layout?.layers.map(({ kind, name }) => `${kind} ${name}`)
  assert.equal(layers, [
    'fill background',
    'fill circle',
    'image crumbs',
    'image product photo',
    'image logo Morrow & Rye',
    'text headline',
    'text body',
    'text product name',
    'text price',
    'fill shape',
    'text button label',
    'image stripe',
    'text badge',
  ])
  assert.equal([profile.logo?.width, profile.logo?.height], [100, 40])
})

test('a ZIP of pictures is read as a palette and a logo', async ({ brands }) => {
  const { profile, warnings } = await brandIn(
    brands,
    await sourceOf(brands, 'pictures', await exampleFile('pictures.zip')),
  )
  warned(warnings)
  assert.equal(colorsOf(profile), ['primary #2b3a67', 'background #eef3f8', 'accent #f25f5c', 'text #111111'])
  assert.equal(imagesOf(profile), [
    'logo 106x106 image/png',
    'picture 640x320 image/png',
    'picture 640x320 image/png',
    'picture 640x320 image/png',
  ])
})

test('several sources are one brand: the first one that has a name, logo or layout gives it', async ({
  brands,
  server,
}) => {
  const { profile } = await brandIn(
    brands,
    await sourceOf(brands, 'pictures', await exampleFile('pictures.zip')),
    { kind: 'url', url: `${server.base}/page/index.html` },
    await sourceOf(brands, 'psd', await exampleFile('design.psd')),
  )
  assert.is(profile.name, 'Fernhollow Garden')
  assert.equal([profile.logo?.width, profile.logo?.height], [106, 106])
  assert.is(profile.layout?.layers.length, 13)
  assert.equal(profile.copy.headlines.at(-1), 'Warm bread every morning')
  assert.is(profile.images.length, 11)
})

test('the same files are read the same way each time, and every picture that templates may show is stored', async ({
  brands,
  server,
}) => {
  const sources = [
    { kind: 'url', url: `${server.base}/page/index.html` } as const,
    await sourceOf(brands, 'psd', await exampleFile('design.psd')),
  ]
  const { profile } = await brandIn(brands, ...sources)
  assert.equal((await brandIn(brands, ...sources)).profile, profile)
  const shown = shownPictures(profile)
  assert.ok(shown.length > 1)
  for (const { blob } of shown) assert.ok(await brands.blobs.stat(blob), blob)
  assert.equal(await leftBy(brands), [])
})

test.run()
