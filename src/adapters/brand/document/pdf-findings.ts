import { readFile } from 'node:fs/promises'
import type { ColorFinding, FontFinding, TextFinding } from '../../../domain/templates/brand-findings.ts'
import { namedInText } from '../../../domain/templates/named-in-text.ts'
import type { KeptPictures } from '../pictures/kept-pictures.ts'
import { type PictureRead, readPixels } from '../pictures/read-picture.ts'
import type { SourceRead } from '../source-read.ts'
import { Unreadable } from '../unreadable.ts'
import { openPdf, type PdfPage } from './pdf-pages.ts'
import { paintedOn, pictureOf } from './pdf-painting.ts'
import { bodySizeOf, fontsOf, linesOf, type PdfLine, textsOf } from './pdf-text.ts'

const most = { pictures: 10, colors: 2_000, texts: 300, fonts: 1_000 }
const leastArea = 24 * 24
const onlyDrawings = 'The PDF has drawings and no pictures. A logo that is drawn is not read: send it as a PNG.'
/** A PDF without text, of which a picture covers at least so much of a page, was scanned. */
const scannedShare = 0.3
const noText =
  'The PDF has no text: its pages were scanned, or its letters are drawn. Its colors and pictures were read, but no name, headline or font. Send a PDF with text, or the page as an HTML file.'
/** What a color says that the text names, compared with one that covers a page. */
const namedWeight = 2

const nameOfFont =
  (page: PdfPage) =>
  (font: string): string | undefined => {
    if (!page.commonObjs.has(font)) return undefined
    const found: unknown = page.commonObjs.get(font)
    return typeof found === 'object' && found !== null && 'name' in found && typeof found.name === 'string'
      ? found.name
      : undefined
  }

const isNameOfFile = (title: string): boolean => /\.\w{2,5}$|^untitled|^about:/i.test(title)

/** Reads a PDF: its text by size, its fonts, the colors that it names and is painted with, its pictures. Throws Unreadable. */
export const pdfFindings = async (path: string, pictures: KeptPictures): Promise<SourceRead> => {
  const pdf = await openPdf(new Uint8Array(await readFile(path)))
  const colors: ColorFinding[] = []
  const fonts: FontFinding[] = []
  const texts: TextFinding[] = []
  const all: PdfLine[] = []
  const read: PictureRead[] = []
  let [seen, broken] = [0, 0]
  let [hasDrawings, hasSeenText] = [false, false]
  /** Of pictures that cover their pages: what they show, if nothing else is there, is the document. */
  const scanned: ColorFinding[] = []

  const readOne = async (page: PdfPage): Promise<void> => {
    const lines = await linesOf(page)
    all.push(...lines)
    const bodySize = bodySizeOf(all)
    if (texts.length < most.texts) texts.push(...textsOf(lines, bodySize))
    // fonts are known once the page is drawn
    const painted = await paintedOn(page, pdf.pdfjs)
    hasDrawings ||= painted.hasDrawings
    hasSeenText ||= painted.hasSeenText
    if (fonts.length < most.fonts) fonts.push(...fontsOf(lines, nameOfFont(page), bodySize))
    if (colors.length < most.colors) colors.push(...painted.colors)
    for (const picture of painted.pictures) {
      const pixels = read.length < most.pictures ? await pictureOf(page, picture) : undefined
      if (pixels === undefined || pixels.width * pixels.height < leastArea) continue
      const one = await readPixels(pixels, { name: '' }, pictures)
      read.push(one)
      if (picture.share >= scannedShare)
        scanned.push(...one.colors.map(color => ({ ...color, weight: color.weight * picture.share })))
    }
  }
  try {
    for await (const page of pdf.pages()) {
      seen++
      await readOne(page).catch(error => {
        if (!(error instanceof Error)) throw error
        broken++
      })
    }
  } finally {
    await pdf.close()
  }
  if (seen === broken) throw new Unreadable('unreadable', 'The PDF has no page that can be read.')
  const named = namedInText(all.map(({ text }) => text))
  const title = pdf.title && !isNameOfFile(pdf.title) ? [pdf.title] : []
  const headline = texts.find(({ kind }) => kind === 'headline')?.text
  const warnings = [
    ...(broken > 0 ? [`${broken} of the pages of the PDF could not be read.`] : []),
    ...(pdf.pageCount > seen ? [`Of the ${pdf.pageCount} pages of the PDF ${seen} were read.`] : []),
    ...(hasDrawings && read.length === 0 ? [onlyDrawings] : []),
    ...(all.length === 0 ? [noText] : []),
  ]
  return {
    findings: {
      names: [...title, ...(headline ? [headline] : [])].map(text => ({ text, source: 'document' })),
      colors: [
        ...named.colors.map(color => ({ ...color, weight: color.weight * namedWeight })),
        ...colors,
        ...(hasSeenText ? [] : scanned),
      ],
      fonts: [...named.fonts.map(font => ({ ...font, use: font.use * 200 })), ...fonts],
      texts,
      images: read.map(({ image, logoScore }) => ({ image, logoScore })),
    },
    warnings,
  }
}
