import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openRenderer } from '../../src/adapters/renderer/chromium.ts'
import { composeDesign } from '../../src/adapters/template-generator/built-in/compose-design.ts'
import { openBuiltIn } from '../../src/adapters/template-generator/built-in/open-built-in.ts'
import { pictureLooks } from '../../src/adapters/template-generator/built-in/picture-look.ts'
import { openChecks } from '../../src/adapters/template-generator/checks/open-checks.ts'
import { picturesOf } from '../../src/adapters/template-generator/checks/pictures.ts'
import { openThreads } from '../../src/adapters/template-generator/open-threads.ts'
import { compose } from '../../src/domain/creatives/compose.ts'
import { adUnitSizeOf, sizesOf, type TemplateSize } from '../../src/domain/templates/size.ts'
import type { Renderer } from '../../src/ports/renderer.ts'
import { isGeneratorFailure, type TemplateBrief, type TemplateGenerator } from '../../src/ports/template-generator.ts'
import { type ExampleBrand, readExampleBrands, shops } from './brands.ts'

/**
 * Draws the templates of the example brands in every size onto one sheet: `node examples/templates/contact-sheet.ts [file.png]`. Every
 * template has passed the checks; a fault ends the program.
 */

const imageOf = (name: string): Promise<Buffer> => readFile(join(shops, name))
const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error }
const accountId = 'examples'
const gap = 20

/** Where each size is on the sheet of one brand. */
const places: Readonly<Record<string, readonly [left: number, top: number]>> = {
  '970x250': [0, 0],
  '728x90': [0, 270],
  '300x250': [0, 380],
  '320x50': [320, 380],
  '300x600': [990, 0],
  '160x600': [1310, 0],
}
const block = { width: 1470, height: 630 }
const columns = 2

const pathOf = (blob: string): string => `brands/${blob}.png`

const briefOf = ({ profile, retailerName }: ExampleBrand): TemplateBrief => {
  const layers = profile.layout?.layers.flatMap(layer => (layer.kind === 'image' ? [layer.image.blob] : [])) ?? []
  return {
    ...{ accountId, brand: profile, retailerName, inventoryType: 'OffSite' },
    ...(profile.logo === undefined ? {} : { logoPath: pathOf(profile.logo.blob) }),
    picturePaths: Object.fromEntries(layers.map(blob => [blob, pathOf(blob)])),
  }
}

const drawn = async (renderer: Renderer, html: string, size: TemplateSize, brand: ExampleBrand) => {
  const { product, picture } = brand
  const ofBrand = picturesOf(briefOf(brand), blobs)
  const columns = { ...product, productImage: `/assets/${accountId}/${picture}` }
  const filled = compose({ html, columns, transformations: [] })
  if ('code' in filled) throw new Error(filled.detail)
  const rendered = await renderer.render({
    ...{ accountId, html: filled.html, ...size, scale: 1, format: 'png', label: adUnitSizeOf(size) },
    resource: async url =>
      url.endsWith(picture) ? { body: await imageOf(picture), contentType: 'image/svg+xml' } : ofBrand(url),
  })
  if ('code' in rendered) throw new Error(rendered.detail)
  return rendered.bytes
}

/** How many templates and warnings there were, and how many templates were composed again with smaller letters. */
const counts = { templates: 0, repaired: 0, warnings: 0 }

const blockOf = async (
  generator: TemplateGenerator,
  renderer: Renderer,
  brand: ExampleBrand,
  left: number,
  top: number,
) => {
  const brief = briefOf(brand)
  const from = performance.now()
  const templates = await Promise.all(
    sizesOf('OffSite').map(async size => {
      const made = await generator.compose(brief, size, new AbortController().signal)
      if (isGeneratorFailure(made)) throw new Error(`${brand.retailerName} ${adUnitSizeOf(size)}: ${made.detail}`)
      return { ...made, size }
    }),
  )
  const warnings = templates.flatMap(made => made.warnings)
  const family = /data-family="([a-z-]+)"/.exec(templates[0]?.html ?? '')?.[1]
  const seconds = ((performance.now() - from) / 1_000).toFixed(1)
  console.log(`${brand.profile.name}: ${family}, ${seconds} s\n${warnings.map(warning => `  ${warning}`).join('\n')}`)
  counts.templates += templates.length
  counts.warnings += warnings.length
  counts.repaired += warnings.filter(warning => warning.includes('smaller letters')).length
  return Promise.all(
    templates.map(async ({ html, size }) => {
      const [x, y] = places[adUnitSizeOf(size)] ?? [0, 0]
      return { input: await drawn(renderer, html, size, brand), left: left + x, top: top + y }
    }),
  )
}

const { brands, blobs } = await readExampleBrands()
const renderer = await openRenderer({ noSandbox: process.env.CHROMIUM_NO_SANDBOX === '1', log: quiet })
const threads = openThreads(quiet)
const checks = openChecks({ threads, renderer, blobs, logger: quiet })
const generator = openBuiltIn({ threads, checks, composeDesign, lookOf: pictureLooks(blobs) })
try {
  const layers = []
  for (const [i, brand] of brands.entries())
    layers.push(
      ...(await blockOf(
        generator,
        renderer,
        brand,
        gap + (i % columns) * (block.width + 2 * gap),
        gap + Math.floor(i / columns) * (block.height + 2 * gap),
      )),
    )
  const rows = Math.ceil(brands.length / columns)
  const canvas = { width: columns * (block.width + 2 * gap), height: rows * (block.height + 2 * gap) }
  const sheet = sharp({ create: { ...canvas, channels: 3, background: '#dcdad4' } }).composite(layers)
  const file = process.argv[2] ?? new URL('contact-sheet.png', import.meta.url).pathname
  await writeFile(file, await sheet.png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 }).toBuffer())
  console.log(counts)
} finally {
  await threads.close()
  await renderer.close()
}
