import escapeHtml from 'escape-html'
import { type MacroStyle, type Macros, macrosOf } from './ad-server-macros.ts'
import { webUrl } from './click-chain.ts'
import { pixelUrl } from './impression-pixel.ts'
import { type AdAddress, serveUrl } from './serve-url.ts'
import { loader } from './tag-loader.ts'

/** Maximum bytes of a tag (HTTP-20). */
export const tagMaxBytes = 64 * 1024

/** One ad unit of an active campaign, for its tag; sizes in CSS pixels. */
export type TagData = AdAddress & {
  readonly width: number
  readonly height: number
  readonly macroStyle: MacroStyle
  /** Vendor id for the consent macro; default `defaultGdprVendor`. */
  readonly gdprVendor?: number
  /** They fire in the served document; the tag contains them only for browsers without scripts. */
  readonly impressionTrackers: readonly string[]
}

/** Whether a tag of this service works on https pages. */
export const isSecure = (publicUrl: string): boolean => publicUrl.toLowerCase().startsWith('https:')

const noscript = (data: TagData, at: string, macros: Macros | undefined, room: number): string => {
  const { width, height } = data
  const busted = macros === undefined ? '' : `?cb=${macros.cachebuster}`
  const image =
    `<a href="${at}/click${busted}" target="_blank" rel="noopener"><img src="${at}.png${busted}" width="${width}" height="${height}"` +
    ` alt="Advertisement" loading="lazy" style="border:0"></a>`
  let pixels = ''
  for (const tracker of data.impressionTrackers) {
    if (webUrl(tracker) === undefined) continue
    const url = pixelUrl(tracker, data, macros)
    const pixel = `<img src="${escapeHtml(url)}" width="1" height="1" alt="" loading="lazy" style="position:absolute;visibility:hidden">`
    if (Buffer.byteLength(image + pixels + pixel) > room) continue
    pixels += pixel
  }
  return `<noscript>${image}${pixels}</noscript>`
}

/**
 * The tag of an ad unit (TAGS-6), type JAVASCRIPT: a box of the ad's size and a script that inserts a sandboxed frame,
 * which loads the ad without blocking the page.
 *
 * The script is inline on purpose. It needs no extra request before the frame, loads no third-party code into the
 * publisher's page, and is identical in every tag. Whatever differs (addresses, sizes, macros) is in data attributes of the
 * box, where an ad server's values are read as text and never as code. A tag contains no user-entered text. The script does
 * not block and writes nothing during parsing; `async` signals this to reviewers (browsers only honour it on external
 * scripts). It uses the box next to it, or else the first empty box, so it works if pasted many times, inside SafeFrames,
 * and if a loader runs it later. Without scripts the tag shows the image, a link, and as many impression trackers as fit
 * into 64 KiB, as pixels. They are lazy, because a page may insert a tag as it was parsed without scripts (DOMParser, template): then the
 * part for browsers without scripts is in the page, but not shown. Without scripts browsers load lazy images at once.
 *
 * The link without scripts accepts no address from outside; otherwise `/click` would be an open redirect.
 */
export const adTag = (data: TagData): string => {
  const at = escapeHtml(serveUrl(data))
  const macros = macrosOf(data.macroStyle, data.gdprVendor)
  const macroAttributes =
    macros === undefined
      ? ''
      : ` data-click="${macros.click}" data-cb="${macros.cachebuster}" data-gdpr="${macros.gdpr}" data-consent="${macros.consent}" data-gpp="${macros.gpp}" data-gpp-sid="${macros.gppSid}" data-usp="${macros.usPrivacy}"`
  const { width, height } = data
  const open =
    `<ins data-endcap="${at}" data-width="${width}" data-height="${height}"${macroAttributes}` +
    ` style="display:inline-block;width:${width}px;height:${height}px;overflow:hidden;position:relative;vertical-align:top;text-decoration:none">`
  const close = `</ins><script async>${loader}</script>`
  const room = tagMaxBytes - Buffer.byteLength(open + close) - '<noscript></noscript>'.length
  return open + noscript(data, at, macros, room) + close
}
