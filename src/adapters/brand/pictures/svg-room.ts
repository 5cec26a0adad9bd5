import escapeHtml from 'escape-html'
import { SaxesParser } from 'saxes'

export type Size = { readonly width: number; readonly height: number }

/** Room around an SVG, as shares of its width and height. */
export const room = { across: 1.5, down: 0.5 }

/** The attributes of the outermost element, and where its content begins. */
const rootOf = (
  svg: string,
): { readonly attributes: ReadonlyMap<string, string>; readonly from: number } | undefined => {
  const parser = new SaxesParser({ xmlns: false })
  let root: { readonly attributes: ReadonlyMap<string, string>; readonly from: number } | undefined
  parser.on('error', () => undefined)
  parser.on('opentag', ({ attributes, isSelfClosing }) => {
    if (root === undefined && !isSelfClosing)
      root = { attributes: new Map(Object.entries(attributes)), from: parser.position }
  })
  parser.write(svg)
  return root
}

/** What the SVG around it decides. */
const placing = new Set(['x', 'y', 'width', 'height', 'overflow'])

/**
 * An SVG of a size as one with room around it, with the former one in its middle and what exceeded it shown; undefined if it has
 * no content. Other fonts are wider, so that a text is cut at the edge of its SVG.
 */
export const withRoom = (svg: string, { width, height }: Size): string | undefined => {
  const root = rootOf(svg)
  if (root === undefined) return undefined
  const kept = [...root.attributes].filter(([name]) => !placing.has(name))
  const own = kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  const [x, y] = [width * room.across, height * room.down]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * x}" height="${height + 2 * y}">`,
    `<svg${own} x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">`,
    svg.slice(root.from),
    '</svg>',
  ].join('')
}
