import type { TemplateSize } from '../size.ts'

/** Where something is, in pixels of the template. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export const rightOf = ({ x, width }: Box): number => x + width
export const bottomOf = ({ y, height }: Box): number => y + height
export const areaOf = ({ width, height }: Box): number => width * height

/** Whether a box is within another one, but for `slack` pixels. */
export const isWithin = (inner: Box, outer: Box, slack: number): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  rightOf(inner) <= rightOf(outer) + slack &&
  bottomOf(inner) <= bottomOf(outer) + slack

/** Whether boxes are side by side, at least in part. */
export const shareRows = (a: Box, b: Box): boolean => a.y < bottomOf(b) && b.y < bottomOf(a)
/** Whether boxes are under one another, at least in part. */
export const shareColumns = (a: Box, b: Box): boolean => a.x < rightOf(b) && b.x < rightOf(a)

/** Whether a layer is what everything else lies on. */
export const isBackdrop = (box: Box, { width, height }: TemplateSize): boolean => areaOf(box) >= 0.8 * width * height
