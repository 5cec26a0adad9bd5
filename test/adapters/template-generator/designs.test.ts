import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compositeOf, type Design, psdOf } from '../../../examples/brands/psd-of.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import type { PageContent, Place } from '../../../src/ports/renderer.ts'
import type { TemplateBrief, TemplateSize } from '../../../src/ports/template-generator.ts'
import { drawnBy } from '../../support/rendering/rendering.ts'
import { templateDesigns } from '../../support/templates/designs.ts'
import { type Designing, designing, going, made } from '../../support/templates/generators.ts'

type Context = { designs: Designing }
const test = suite<Context>('designs as templates')
test.before(async context => {
  context.designs = await designing()
})
test.after(({ designs }) => designs.close())

/** A brief of a design whose pictures are in the library. */
const briefOf = async ({ read, briefOf: of }: Designing, design: Design): Promise<TemplateBrief> =>
  of((await read(await psdOf(design))).profile)

/** The template with a usual product: what is where, and how it looks. */
const drawn = async ({ renderer, shown }: Designing, brief: TemplateBrief, html: string, size: TemplateSize) => {
  const job = shown(brief, html, size)
  // a picture that is measured has no texts
  const { content } = await drawnBy(renderer, { ...job, measured: true })
  const { bytes } = await drawnBy(renderer, job)
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
  test(`${name}: a design is a template that looks like it outside of what a product replaces`, async ({ designs }) => {
    const brief = await briefOf(designs, design)
    const { html, warnings } = made(await designs.generator.compose(brief, size, going()))
    assert.not(
      warnings.some(warning => warning.includes('was not used')),
      warnings.join(),
    )
    const columns = ['{{productName}}', '{{price}}', '{{productImage}}', '{{clickUrl}}']
    for (const column of columns) assert.match(html, column)
    const { bytes, content } = await drawn(designs, brief, html, size)
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

  test(`${name}: its call to action is edited as that of a composed template`, async ({ designs }) => {
    const brief = await briefOf(designs, design)
    const { html } = made(await designs.generator.compose(brief, size, going()))
    const edit = { brief, html, size, prompt: 'make the call to action #123456', take: 0 }
    const { html: edited, warnings } = made(await designs.generator.edit(edit, going()))
    assert.not.match(warnings.join(), 'Not done')
    assert.match(edited, /data-part="cta"[^>]*background:#123456/)
  })

  test(`${name}: the room of a hidden picture is used by the other parts, and given back`, async ({ designs }) => {
    const { generator } = designs
    const brief = await briefOf(designs, design)
    const { html } = made(await generator.compose(brief, size, going()))
    const edited = async (from: string, prompt: string) =>
      made(await generator.edit({ brief, html: from, size, prompt, take: 0 }, going()))
    const hidden = await edited(html, 'hide the picture')
    assert.not.match(hidden.warnings.join(), 'Not done')
    const { content, bytes } = await drawn(designs, brief, hidden.html, size)
    if (sheets !== undefined) await writeFile(join(sheets, `${name}-hidden.png`), bytes)
    assert.not.ok(content.pictures.some(({ part }) => part === 'picture'))
    const { pictures } = (await drawn(designs, brief, html, size)).content
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

test('a design without a price is left out, and the warning says what is missing', async ({ designs }) => {
  const { design, size } = templateDesigns.lamps!
  const layers = design.layers.filter(({ name }) => !/Layer (?:6|7)$/.test(name))
  const brief = await briefOf(designs, { ...design, layers })
  const { html, warnings } = made(await designs.generator.compose(brief, size, going()))
  assert.match(html, 'data-shape="leaderboard"')
  assert.match(warnings.join(), 'it has no place for the price.')
})

test('a design whose pictures are not in the library is left out', async ({ designs }) => {
  const { design, size } = templateDesigns.shoes!
  const brief = { ...(await briefOf(designs, design)), picturePaths: {} }
  assert.match(made(await designs.generator.compose(brief, size, going())).warnings.join(), 'not in the library')
})

test.run()
