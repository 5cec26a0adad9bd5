import type { DesignLayout } from '../../../domain/templates/brand.ts'
import { nothingFound } from '../../../domain/templates/brand-findings.ts'
import type { KeptPictures } from '../pictures/kept-pictures.ts'
import { type Pixels, paletteOf } from '../pictures/palette.ts'
import { type PictureRead, readPixels } from '../pictures/read-picture.ts'
import type { SourceRead } from '../source-read.ts'
import { Unreadable } from '../unreadable.ts'
import { type DesignRead, designLayers, type ReadPixels, whyOnePicture } from './design-layers.ts'
import { flatLayers } from './flat-layers.ts'
import { openPsd } from './open-psd.ts'
import { psdTexts } from './psd-texts.ts'

/** Layers that differ more from the composite of the file are not used: something in it is not understood. */
const mostDifference = 0.04

const onePicture = async (composite: Pixels, why: string, read: ReadPixels): Promise<DesignRead> => {
  const picture = await read(composite, 'design')
  const { width, height } = composite
  const image = { ...picture.image, role: 'picture' as const }
  return {
    layers: [{ kind: 'image', name: 'design', x: 0, y: 0, width, height, opacity: 1, image }],
    pictures: [],
    warnings: [`${why}; the design is shown as one picture.`],
    difference: 0,
  }
}

const asFinding = ({ image, logoScore }: PictureRead) => ({ image, logoScore })

/**
 * Reads a PSD (TEMPLATE-16): its layout, text and pictures by their layers, its colors by its composite. A design whose layers HTML cannot show is one
 * picture, its text is read all the same. Throws Unreadable.
 */
export const psdFindings = async (path: string, pictures: KeptPictures): Promise<SourceRead> => {
  const psd = await openPsd(path)
  const size = { width: psd.width, height: psd.height }
  const flat = flatLayers(psd.layers)
  const composite = psd.composite()
  const read: ReadPixels = (pixels, name) => readPixels(pixels, { name, isPlaced: true }, pictures)
  const why = whyOnePicture(flat, size)
  if (why !== undefined && composite === undefined)
    throw new Unreadable('unreadable', `${why}, and the file holds no picture of it.`)

  const byLayers = why === undefined ? await designLayers(flat, psd, composite, read) : undefined
  const isUnlike = byLayers !== undefined && byLayers.difference > mostDifference
  const reason = why ?? (isUnlike ? 'The layers look different from the picture of the design in the file' : undefined)
  const design = reason !== undefined && composite ? await onePicture(composite, reason, read) : byLayers!
  const layout: DesignLayout = { ...size, layers: [...design.layers] }
  const { texts, fonts, colors } = psdTexts(flat, size)
  const fills = design.layers.flatMap(layer =>
    layer.kind === 'fill'
      ? [{ hex: layer.color, weight: (layer.opacity * layer.width * layer.height) / (size.width * size.height) }]
      : [],
  )
  return {
    findings: {
      ...nothingFound,
      colors: [...colors, ...(composite ? paletteOf(composite).colors : fills)],
      fonts,
      texts,
      images: (byLayers?.pictures ?? []).map(asFinding),
      layout,
    },
    warnings: design.warnings,
  }
}
