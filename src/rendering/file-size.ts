import type { ExportFormat } from '../domain/exports/events.ts'
import { sizeOf } from './draw.ts'

/** Width and height of a file in CSS pixels; `note` says why they are not those of the ad unit. */
export type FileSize = { readonly width: number; readonly height: number; readonly note?: string }

const even = (side: number): number => side + (side % 2)

/** The size of an ad unit's file: the sides of an mp4 are padded to even numbers (EXPORT-8). */
export const fileSizeOf = (dimension: string, format: ExportFormat): FileSize => {
  const { width, height } = sizeOf(dimension)
  if (format !== 'mp4' || (width % 2 === 0 && height % 2 === 0)) return { width, height }
  const note = `Padded from ${dimension}, as the sides of an mp4 are even: the last column or row of pixels is repeated.`
  return { width: even(width), height: even(height), note }
}
