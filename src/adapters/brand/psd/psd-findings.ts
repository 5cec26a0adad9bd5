import type { Layer } from 'ag-psd'
import type { DesignLayout } from '../../../domain/templates/brand.ts'
import { nothingFound } from '../../../domain/templates/brand-findings.ts'
import { artboardLayout } from '../../../domain/templates/design/artboard-size.ts'
import type { KeptPictures } from '../pictures/kept-pictures.ts'
import { type Pixels, paletteOf } from '../pictures/palette.ts'
import { type PictureRead, readPixels } from '../pictures/read-picture.ts'
import type { SourceRead } from '../source-read.ts'
import { Unreadable } from '../unreadable.ts'
import { artboardsOf } from './artboards.ts'
import { cropped } from './blend.ts'
import { areTooLarge, type DesignRead, designLayers, type ReadPixels, whyOnePicture } from './design-layers.ts'
import { flatLayers } from './flat-layers.ts'
import type { Size } from './layer-pixels.ts'
import { openPsd } from './open-psd.ts'
import { psdTexts } from './psd-texts.ts'

const onePicture = async (composite: Pixels, why: string, read: ReadPixels): Promise<DesignRead> => {
  const picture = await read(composite, 'design')
  const { width, height } = composite
  const image = { ...picture.image, role: 'picture' as const }
  return {
    layers: [{ kind: 'image', name: 'design', x: 0, y: 0, width, height, opacity: 1, image }],
    pictures: [],
    warnings: [`${why}; the design is shown as one picture.`],
    different: [],
  }
}

/** Which layers differ from the picture in the file; no name: what no layer covers. */
const differenceIn = (names: readonly string[]): string => {
  const shown = names.map(name => (name === '' ? 'what no layer covers' : `"${name.slice(0, 60).toWellFormed()}"`))
  return `Parts of the design look different from the picture of it in the file: ${shown.join(', ').slice(0, 300)}`
}

const asFinding = ({ image, logoScore }: PictureRead) => ({ image, logoScore })

type Part = Size & { readonly layers: readonly Layer[]; readonly ground?: string | undefined }
type Lit = { readonly globalAngle?: number | undefined }

/** A design, or one artboard of it, by its layers, or as one picture. Throws Unreadable. */
const readDesign = async (
  part: Part,
  { globalAngle }: Lit,
  composite: Pixels | undefined,
  read: ReadPixels,
): Promise<{ readonly layout: DesignLayout; readonly design: DesignRead }> => {
  const size = { width: part.width, height: part.height }
  const flat = flatLayers(part.layers)
  const why = whyOnePicture(flat, size)
  if (why !== undefined && composite === undefined)
    throw new Unreadable('unreadable', `${why}, and the file holds no picture of it.`)
  const byLayers =
    why === undefined ? await designLayers(flat, { ...size, globalAngle }, composite, read, part.ground) : undefined
  const different = byLayers?.different ?? []
  const reason = why ?? (different.length > 0 ? differenceIn(different) : undefined)
  const design = reason !== undefined && composite ? await onePicture(composite, reason, read) : byLayers!
  return {
    layout: { ...size, layers: [...design.layers] },
    design: { ...design, pictures: byLayers?.pictures ?? [] },
  }
}

/**
 * Reads a PSD (TEMPLATE-16): its layout, text and pictures by their layers, its colors by its composite; each artboard is a layout of its own. A design
 * whose layers HTML cannot show is one picture, its text is read all the same. Throws Unreadable.
 */
export const psdFindings = async (path: string, pictures: KeptPictures): Promise<SourceRead> => {
  const psd = await openPsd(path)
  const size = { width: psd.width, height: psd.height }
  const flat = flatLayers(psd.layers)
  const composite = psd.composite()
  const read: ReadPixels = (pixels, name) => readPixels(pixels, { name, isPlaced: true }, pictures)
  const { artboards, leftOut } = areTooLarge(flat) ? { artboards: [], leftOut: [] } : artboardsOf(psd.layers, size)
  const designs = []
  for (const artboard of artboards) {
    const { layout, design } = await readDesign(
      artboard,
      psd,
      composite && cropped({ ...composite, x: 0, y: 0 }, artboard.box),
      read,
    )
    designs.push({ layout: artboardLayout(artboard.name, layout), design })
  }
  const [first = await readDesign(psd, psd, composite, read), ...others] = designs
  const all = [first, ...others]
  const { texts, fonts, colors } = psdTexts(flat, size)
  const fills = first.layout.layers.flatMap(layer =>
    layer.kind === 'fill'
      ? [
          {
            hex: layer.color,
            weight: (layer.opacity * layer.width * layer.height) / (first.layout.width * first.layout.height),
          },
        ]
      : [],
  )
  return {
    findings: {
      ...nothingFound,
      colors: [...colors, ...(composite ? paletteOf(composite).colors : fills)],
      fonts,
      texts,
      images: all.flatMap(({ design }) => design.pictures).map(asFinding),
      layout: first.layout,
      ...(others.length > 0 ? { artboards: others.map(({ layout }) => layout) } : {}),
    },
    warnings: [
      ...new Set(all.flatMap(({ design }) => design.warnings)),
      ...(leftOut.length > 0
        ? [`Artboards were left out, as they are beyond the canvas or too many: ${leftOut.join(', ').slice(0, 300)}.`]
        : []),
    ],
  }
}
