import { type Html, html, oneLine, safeUrl, typed } from './html.ts'
import { page } from './layout.ts'

/** What an ad may do inside its frame: run scripts and open the clickthrough page. It never gets the page's origin. */
export const adSandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** One creative in one ad unit; sizes in CSS pixels. */
export type PreviewPageData = {
  readonly campaignName: string
  readonly creativeName: string
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  /** The customer's document on this host, served with `adDocumentHeaders`. */
  readonly documentUrl: string
  /** What a drawing of the ad noticed, as sentences. */
  readonly notices?: readonly string[]
  /** The creative's other sizes. */
  readonly sizes?: readonly {
    readonly adUnitName: string
    readonly width: number
    readonly height: number
    readonly url: string
    readonly current: boolean
  }[]
}

const sizeTabs = (sizes: NonNullable<PreviewPageData['sizes']>): Html =>
  html`<nav aria-label="Sizes"><ul class="tabs">${sizes.map(
    s =>
      html`<li><a href="${safeUrl(s.url)}"${s.current && html` aria-current="page"`}>${typed(s.adUnitName)} <span class="soft">${s.width} × ${s.height}</span></a></li>`,
  )}</ul></nav>`

/**
 * A live preview of one ad at its actual size. The customer's HTML is never part of this page: it is a separate
 * document in a sandboxed frame (ARCH-35). Serve it with `previewPageHeaders`.
 */
export const previewPage = (data: PreviewPageData): string => {
  const title = `${data.creativeName}, ${data.adUnitName} ${data.width} × ${data.height}`
  return page(
    title,
    html`<header>
<p class="kicker">Live preview, ${typed(data.campaignName)}</p>
<h1>${typed(data.creativeName)}</h1>
<p class="lead">${typed(data.adUnitName)} <span class="soft">${data.width} × ${data.height} pixels</span></p>
${data.sizes !== undefined && data.sizes.length > 1 && sizeTabs(data.sizes)}
</header>
<main class="live"><div class="stage" tabindex="0" role="region" aria-label="The ad"><iframe src="${safeUrl(data.documentUrl)}" title="${oneLine(title)}" width="${data.width}" height="${data.height}" sandbox="${adSandbox}" scrolling="no" referrerpolicy="no-referrer"></iframe></div>
${data.notices?.map(notice => html`<p class="warning">${typed(notice)}</p>`)}</main>`,
  )
}
