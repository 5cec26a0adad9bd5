import escapeHtml from 'escape-html'
import sharp from 'sharp'

export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

const gap = 28
const margin = 36
const mostWidth = 2012
const background = '#e4e2dc'

type Placed = Picture & { readonly left: number; readonly top: number }

/** Places images in rows, left to right. An image that does not fit, or has another size, starts a new row. */
const placed = (pictures: readonly Picture[]): { readonly all: readonly Placed[]; readonly height: number } => {
  const all: Placed[] = []
  let [left, top, rowHeight] = [margin, margin, 0]
  for (const picture of pictures) {
    const other = all.at(-1)
    const newSize = other !== undefined && (other.width !== picture.width || other.height !== picture.height)
    if (left > margin && (newSize || left + picture.width > mostWidth - margin)) {
      left = margin
      top += rowHeight + gap
      rowHeight = 0
    }
    all.push({ ...picture, left, top })
    left += picture.width + gap
    rowHeight = Math.max(rowHeight, picture.height)
  }
  return { all, height: top + rowHeight + margin }
}

/** All images on one sheet, at their size in CSS pixels, grouped by size. */
export const contactSheet = async (pictures: readonly Picture[]): Promise<Buffer> => {
  const sorted = [...pictures].sort((a, b) => a.height - b.height || a.width - b.width)
  const { all, height } = placed(sorted)
  const width = Math.max(...all.map(picture => picture.left + picture.width)) + margin
  const layers = await Promise.all(
    all.map(async ({ bytes, width, height: h, left, top }) => ({
      input: await sharp(bytes).resize(width, h).png().toBuffer(),
      left,
      top,
    })),
  )
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .png()
    .toBuffer()
}

/** The same as a page of its own, with the sizes and what there was to warn of. */
export const sheetPage = (title: string, pictures: readonly Picture[], warnings: readonly string[]): string => {
  const figures = pictures.map(
    ({ bytes, width, height }) =>
      `<figure><img alt="" width="${width}" height="${height}" src="data:image/png;base64,${bytes.toString('base64')}"><figcaption>${width} × ${height}</figcaption></figure>`,
  )
  const notes = warnings.map(warning => `<li>${escapeHtml(warning)}</li>`)
  const style = `body{margin:${margin}px;background:${background};font:15px/1.5 sans-serif;color:#222}main{display:flex;flex-wrap:wrap;align-items:flex-start;gap:${gap}px}figure{margin:0}figcaption{margin-top:6px}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><h1>${escapeHtml(title)}</h1><main>${figures.join('')}</main>${notes.length > 0 ? `<ul>${notes.join('')}</ul>` : ''}</body></html>\n`
}
