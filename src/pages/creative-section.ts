import { type Html, html, oneLine, safeUrl, typed } from './html.ts'

/** One creative in one ad unit; sizes in CSS pixels. */
export type PreviewShown = {
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  /** URL of the image, on the page's own host. */
  readonly imageUrl: string
  /** URL of the live preview page. */
  readonly liveUrl: string
  /** Why the picture cannot be made; undefined if it can, or if that is not known yet. */
  readonly fault?: string
}

/** A creative with its previews and clickthrough URL. */
export type CreativeShown = {
  readonly name: string
  readonly clickthroughUrl?: string
  readonly previews: readonly PreviewShown[]
  /** Columns of its ad units that it lacks, so that they are left empty. */
  readonly emptyColumns?: readonly string[]
}

const largest = { width: 728, height: 400 }

/** The size at which an image fits the column, and its scale in percent. */
export const fitted = (p: { readonly width: number; readonly height: number }) => {
  const scale = Math.min(1, largest.width / p.width, largest.height / p.height)
  const side = (n: number) => Math.max(1, Math.round(n * scale))
  return { width: side(p.width), height: side(p.height), percent: Math.round(scale * 100) }
}

const figure = (creativeName: string, p: PreviewShown): Html => {
  const { width, height, percent } = fitted(p)
  const size = `${p.width} × ${p.height}`
  const alt = oneLine(`${creativeName} as ${p.adUnitName}, ${size}`, 300)
  return html`<li><figure class="${width >= 280 ? 'w' : 'n'}">
<img src="${safeUrl(p.imageUrl)}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">
<figcaption><strong>${typed(p.adUnitName)}</strong> <span class="soft">${size}${percent < 100 && `, shown at ${percent} %`}</span><br>
<a href="${safeUrl(p.liveUrl)}" target="_blank" rel="noopener noreferrer" aria-label="${`Open live preview of ${alt}`}">Open live preview</a>
${p.fault !== undefined && html`<p class="warning">This picture cannot be shown: ${typed(p.fault)}</p>`}</figcaption>
</figure></li>`
}

/** Similar heights share a row, so that a tall preview leaves no gap beside a flat one. */
export const byHeight = <P extends { readonly width: number; readonly height: number }>(previews: readonly P[]) =>
  [...previews].sort((a, b) => fitted(a).height - fitted(b).height || a.width - b.width)

/** A creative in all its sizes. */
export const creativeSection = (creative: CreativeShown): Html => html`<article class="creative">
<h2>${typed(creative.name)}</h2>
${creative.clickthroughUrl !== undefined && html`<p class="soft">Clicks go to <a href="${safeUrl(creative.clickthroughUrl)}" target="_blank" rel="noopener noreferrer">${typed(creative.clickthroughUrl)}</a></p>`}
${creative.emptyColumns !== undefined && html`<p class="warning">Left empty, because the creative has no value for it: ${typed(creative.emptyColumns.join(', '))}</p>`}
<ul class="sizes">${byHeight(creative.previews).map(p => figure(creative.name, p))}</ul>
</article>
`
