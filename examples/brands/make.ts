import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { launchBrowser } from '../../test/support/rendering/browser.ts'
import { bakery } from './bakery.ts'
import { psdOf } from './psd-of.ts'

/** Makes the files of this folder that are not written by hand: `node examples/brands/make.ts`. */
const here = new URL('./', import.meta.url)
const at = (name: string): URL => new URL(name, here)

const svg = (width: number, height: number, inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`)
const png = (drawing: Buffer): Promise<Buffer> => sharp(drawing).png({ palette: true }).toBuffer()

const hills = `<rect width="600" height="315" fill="#bfe0ea"/><circle cx="470" cy="80" r="40" fill="#e8b54d"/>
  <path d="M0 220 Q150 120 320 210 T600 180 V315 H0 Z" fill="#1f6b4a"/><path d="M0 270 Q200 200 600 280 V315 H0 Z" fill="#3f9a6c"/>`
const leaf = '<path d="M32 60 C10 50 6 26 12 4 C34 12 46 36 32 60 Z" fill="#1f6b4a"/>'
const beacon =
  '<path d="M90 20 L150 180 H30 Z" fill="#f2a65a"/><rect x="60" y="130" width="60" height="16" fill="#16324f"/>'
const rope =
  '<circle cx="60" cy="60" r="46" fill="none" stroke="#2b3a67" stroke-width="14"/><circle cx="60" cy="60" r="12" fill="#f25f5c"/>'

const page = async (): Promise<void> => {
  await writeFile(at('page/garden.png'), await png(svg(600, 315, hills)))
  await writeFile(at('page/icon.png'), await png(svg(64, 64, leaf)))
}

const guideline = async (): Promise<void> => {
  const picture = `data:image/png;base64,${(await png(svg(180, 200, beacon))).toString('base64')}`
  const html = (await readFile(at('guideline.html'), 'utf8')).replace('beacon.png', picture)
  const browser = await launchBrowser()
  try {
    const shown = await browser.newPage()
    await shown.setContent(html)
    await writeFile(at('guideline.pdf'), await shown.pdf({ printBackground: true, preferCSSPageSize: true }))
  } finally {
    await browser.close()
  }
}

/** Pictures of Knot & Tide, a shop for sailors: a logo, two banners and a photo. */
const pictures = async (): Promise<void> => {
  const sea = svg(
    640,
    320,
    '<rect width="640" height="320" fill="#eef3f8"/><path d="M0 200 Q160 150 320 200 T640 200 V320 H0 Z" fill="#2b3a67"/>',
  )
  const buoy = svg(
    640,
    320,
    '<rect width="640" height="320" fill="#2b3a67"/><circle cx="320" cy="160" r="90" fill="#f25f5c"/>',
  )
  const zip = new ZipFile()
  const add = (name: string, bytes: Buffer) => zip.addBuffer(bytes, name, { mtime: new Date(0), compress: false })
  add('knot-and-tide/logo.png', await png(svg(120, 120, rope)))
  add('knot-and-tide/banner-sea.png', await png(sea))
  add('knot-and-tide/banner-buoy.webp', await sharp(buoy).webp({ lossless: true }).toBuffer())
  add('knot-and-tide/photo.jpg', await sharp(sea).blur(4).jpeg({ quality: 85 }).toBuffer())
  add('knot-and-tide/read-me.txt', Buffer.from('Pictures of an invented shop.\n'))
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(at('pictures.zip')))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await page()
  await guideline()
  await pictures()
  await writeFile(at('design.psd'), await psdOf(bakery))
}
