import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compositeOf, type Design, psdOf } from '../../../examples/brands/psd-of.ts'
import { composeDesign } from '../../../src/adapters/template-generator/built-in/compose-design.ts'
import { openBuiltIn } from '../../../src/adapters/template-generator/built-in/open-built-in.ts'
import { openChecks } from '../../../src/adapters/template-generator/checks/open-checks.ts'
import { picturesOf } from '../../../src/adapters/template-generator/checks/pictures.ts'
import { filledWith } from '../../../src/domain/templates/numbered.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import type { PageContent, Place } from '../../../src/ports/renderer.ts'
import type { TemplateBrief, TemplateGenerator, TemplateSize } from '../../../src/ports/template-generator.ts'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { drawnBy, job, noLog } from '../../support/rendering/rendering.ts'
import { templateDesigns } from '../../support/templates/designs.ts'
import { type Generating, generating, going, made } from '../../support/templates/generators.ts'

type Context = { brands: Brands; given: Generating; generator: TemplateGenerator }
const test = suite<Context>('designs as templates')
test.before(async context => {
  context.brands = await openBrands()
  context.given = await generating()
  const { threads, renderer } = context.given
  const checks = openChecks({ threads, renderer, blobs: context.brands.blobs, logger: noLog })
  context.generator = openBuiltIn({ threads, checks, composeDesign })
})
test.after(async ({ brands, given }) => {
  await brands.close()
  await given.close()
})

/** A brief of a design whose pictures are in the library. */
const briefOf = async (brands: Brands, design: Design): Promise<TemplateBrief> => {
  const { profile } = await brandIn(brands, await sourceOf(brands, 'psd', await psdOf(design)))
  const blobs = profile.layout?.layers.flatMap(layer => (layer.kind === 'image' ? [layer.image.blob] : [])) ?? []
  return {
    ...{ accountId: 'acme', brand: profile, retailerName: 'Corner Shop', inventoryType: 'OffSite' },
    picturePaths: Object.fromEntries(blobs.map((blob, n) => [blob, `designs/layer ${n}.png`])),
  }
}

/** The template with a usual product: what is where, and how it looks. */
const drawn = async ({ brands, given }: Context, brief: TemplateBrief, html: string, size: TemplateSize) => {
  const [sample] = filledWith(html, samples)
  const shown = job({ html: sample!.html, ...size, resource: picturesOf(brief, brands.blobs) })
  // a picture that is measured has no texts
  const { content } = await drawnBy(given.renderer, { ...shown, measured: true })
  const { bytes } = await drawnBy(given.renderer, shown)
  return { content: content!, bytes }
}

/** The mean difference of channels outside some boxes, 0 to 1. */
const differenceOutside = (one: Buffer, other: Buffer, { width }: TemplateSize, boxes: readonly Place[]): number => {
  let [sum, count] = [0, 0]
  for (let at = 0; at < one.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    if (boxes.some(box => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height)) continue
    for (let channel = at; channel < at + 3; channel++) sum += Math.abs(one[channel]! - other[channel]!)
    count += 3
  }
  return sum / count / 255
}
/** Where the sample's own texts and picture are, and where the design had what they replace. */
const replacedIn = ({ texts, pictures }: PageContent, design: Design, size: TemplateSize): readonly Place[] => {
  const columns = new Set(Object.values(samples[0]!.columns))
  const factor = { x: size.width / design.width, y: size.height / design.height }
  const drawnLayers = design.layers.flatMap(layer => ('children' in layer ? layer.children : [layer]))
  const isReplaced = /name|product|price|was|badge|ribbon|photo|shoe|chair|Layer (?:3|5|6|7|8)$/
  return [
    ...texts.filter(({ text }) => [...columns].some(value => text.includes(value))).flatMap(({ lines }) => lines),
    ...pictures.filter(({ part }) => part === 'picture'),
    ...drawnLayers
      .filter(({ name, width }) => isReplaced.test(name) && width < design.width)
      .map(({ x, y, width, height }) => ({
        ...{ x: x * factor.x, y: y * factor.y },
        ...{ width: width * factor.x, height: height * factor.y },
      })),
  ]
}
const raw = (png: Buffer): Promise<Buffer> => sharp(png).ensureAlpha().raw().toBuffer()

/** What people see of a template: without the attributes that remember something, and the order of declarations. */
const lookOf = (html: string): string =>
  html
    .replace(/ data-(?:display|rounded|wanted|with-picture)="[^"]*"/g, '')
    .replace(/style="([^"]*)"/g, (_, style: string) => `style="${style.split(';').sort().join(';')}"`)
const sheets = process.env.PROMPT_SHEETS

for (const [name, { design, size }] of Object.entries(templateDesigns)) {
  test(`${name}: a design is a template that looks like it outside of what a product replaces`, async context => {
    const brief = await briefOf(context.brands, design)
    const { html, warnings } = made(await context.generator.compose(brief, size, going()))
    assert.not(
      warnings.some(warning => warning.includes('was not used')),
      warnings.join(),
    )
    const columns = ['{{productName}}', '{{price}}', '{{productImage}}', '{{clickUrl}}']
    for (const column of columns) assert.match(html, column)
    const { bytes, content } = await drawn(context, brief, html, size)
    const composite = await sharp(await compositeOf(design), {
      raw: { width: design.width, height: design.height, channels: 4 },
    })
      .resize(size.width, size.height, { fit: 'fill' })
      .raw()
      .toBuffer()
    const boxes = replacedIn(content, design, size)
    const difference = differenceOutside(await raw(bytes), composite, size, boxes)
    assert.ok(difference < 0.05, `it differs by ${(100 * difference).toFixed(2)} %`)
  })

  test(`${name}: its call to action is edited as that of a composed template`, async ({ brands, generator }) => {
    const brief = await briefOf(brands, design)
    const { html } = made(await generator.compose(brief, size, going()))
    const edit = { brief, html, size, prompt: 'make the call to action #123456', take: 0 }
    const { html: edited, warnings } = made(await generator.edit(edit, going()))
    assert.not.match(warnings.join(), 'Not done')
    assert.match(edited, /data-part="cta"[^>]*background:#123456/)
  })

  test(`${name}: the room of a hidden picture is used by the other parts, and given back`, async context => {
    const { brands, generator } = context
    const brief = await briefOf(brands, design)
    const { html } = made(await generator.compose(brief, size, going()))
    const edited = async (from: string, prompt: string) =>
      made(await generator.edit({ brief, html: from, size, prompt, take: 0 }, going()))
    const hidden = await edited(html, 'hide the picture')
    assert.not.match(hidden.warnings.join(), 'Not done')
    const { content, bytes } = await drawn(context, brief, hidden.html, size)
    if (sheets !== undefined) await writeFile(join(sheets, `${name}-hidden.png`), bytes)
    assert.not.ok(content.pictures.some(({ part }) => part === 'picture'))
    const { pictures } = (await drawn(context, brief, html, size)).content
    const picture = pictures.find(({ part }) => part === 'picture')!
    const isNear = (one: Place) =>
      one.x < picture.x + picture.width + 40 &&
      one.x + one.width > picture.x - 40 &&
      one.y < picture.y + picture.height &&
      one.y + one.height > picture.y
    assert.ok([...content.texts.flatMap(({ lines }) => lines), ...content.boxes].some(isNear), 'a hole is left')
    const back = await edited(hidden.html, 'show the picture')
    assert.is(lookOf(back.html), lookOf(html))
  })
}

test('a design without a price is left out, and the warning says what is missing', async ({ brands, generator }) => {
  const { design, size } = templateDesigns.lamps!
  const layers = design.layers.filter(({ name }) => !/Layer (?:6|7)$/.test(name))
  const brief = await briefOf(brands, { ...design, layers })
  const { html, warnings } = made(await generator.compose(brief, size, going()))
  assert.match(html, 'data-shape="leaderboard"')
  assert.match(warnings.join(), 'it has no place for the price.')
})

test('a design whose pictures are not in the library is left out', async ({ brands, generator }) => {
  const { design, size } = templateDesigns.shoes!
  const brief = { ...(await briefOf(brands, design)), picturePaths: {} }
  assert.match(made(await generator.compose(brief, size, going())).warnings.join(), 'not in the library')
})

test.run()
