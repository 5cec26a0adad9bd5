import escapeHtml from 'escape-html'
import { type MacroStyle, macrosOf } from './ad-server-macros.ts'
import { webUrl } from './click-chain.ts'
import { loader } from './tag-loader.ts'

/** Most bytes of a tag (decision 8). */
export const tagMaxBytes = 64 * 1024

/** One ad unit of an active campaign, as its tag needs it; sizes in CSS pixels. */
export type TagData = {
  /** Where this service is reached; its scheme decides whether the tag is secure. */
  readonly publicUrl: string
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly adUnitId: number
  readonly width: number
  readonly height: number
  readonly macroStyle: MacroStyle
  /** Vendor id for the consent macro; default `defaultGdprVendor`. */
  readonly gdprVendor?: number
  /** They fire in the served document; here they stand only for browsers without script. */
  readonly impressionTrackers: readonly string[]
}

/** `GET` of it answers the ad; with `.png` its picture, with `/click` the way to its click-through. */
export const serveUrl = (data: Pick<TagData, 'publicUrl' | 'accountId' | 'retailCampaignIdx' | 'adUnitId'>): string =>
  `${data.publicUrl.replace(/\/+$/, '')}/serve/${encodeURIComponent(data.accountId)}/${data.retailCampaignIdx}/${data.adUnitId}`

/** Whether a tag of this service may stand on an https page. */
export const isSecure = (publicUrl: string): boolean => publicUrl.toLowerCase().startsWith('https:')

const noscript = (data: TagData, at: string, cachebuster: string | undefined, room: number): string => {
  const { width, height } = data
  const busted = cachebuster === undefined ? '' : `?cb=${cachebuster}`
  const picture =
    `<a href="${at}/click" target="_blank" rel="noopener"><img src="${at}.png${busted}" width="${width}" height="${height}"` +
    ` alt="Advertisement" style="border:0"></a>`
  let pixels = ''
  for (const tracker of data.impressionTrackers) {
    if (webUrl(tracker) === undefined) continue
    const url = tracker.replaceAll('{cachebuster}', () => cachebuster ?? '')
    const pixel = `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="position:absolute;visibility:hidden">`
    if (Buffer.byteLength(picture + pixels + pixel) > room) continue
    pixels += pixel
  }
  return `<noscript>${picture}${pixels}</noscript>`
}

/**
 * The tag of an ad unit (decision 29), kind JAVASCRIPT: a box of the ad's size and a script that puts a sandboxed frame
 * into it, which loads the ad on its own time.
 *
 * The script is inline on purpose. It needs no second request before the frame, brings no code of another host into the
 * publisher's page, and is the same constant in every tag: what differs (addresses, sizes, macros) stands in data
 * attributes of the box, where an ad server's values are read as text and never as code; no text that people typed is in a
 * tag. It blocks nothing and writes nothing while the page is parsed; `async` says so to those who review tags (browsers
 * heed it on external scripts only). It finds its box beside itself, else takes the first box that is still empty, so it
 * works pasted many times, inside SafeFrames, and where a loader runs it later. Without script: the picture, a link, and
 * the impression trackers as pixels, as many as fit into 64 KiB.
 *
 * The link without script takes no address from outside: `/click` would be an open redirect otherwise.
 */
export const adTag = (data: TagData): string => {
  const at = escapeHtml(serveUrl(data))
  const macros = macrosOf(data.macroStyle, data.gdprVendor)
  const macroAttributes =
    macros === undefined
      ? ''
      : ` data-click="${macros.click}" data-cb="${macros.cachebuster}" data-gdpr="${macros.gdpr}" data-consent="${macros.consent}"`
  const { width, height } = data
  const open =
    `<ins data-endcap="${at}" data-width="${width}" data-height="${height}"${macroAttributes}` +
    ` style="display:inline-block;width:${width}px;height:${height}px;overflow:hidden;position:relative;vertical-align:top;text-decoration:none">`
  const close = `</ins><script async>${loader}</script>`
  const room = tagMaxBytes - Buffer.byteLength(open + close) - '<noscript></noscript>'.length
  return open + noscript(data, at, macros?.cachebuster, room) + close
}
