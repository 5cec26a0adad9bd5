import { sha256 } from '../shared/digest.ts'
import type { Macros } from './ad-server-macros.ts'
import { type AdAddress, serveUrl } from './serve-url.ts'

const placeholders = /\{cachebuster\}|\[timestamp\]|\[cachebuster\]/gi

/** The part of the address of a tracker's pixel that names it: it stays the same while the tracker does. */
export const pixelKey = (tracker: string): string => sha256(tracker).slice(0, 16)

/**
 * The address of an impression tracker where no script of ours runs: in a tag for browsers without scripts, and in the tags file
 * (TAGS-15). What changes with each impression is a macro of the ad server; without macros this service fills it in and redirects.
 */
export const pixelUrl = (tracker: string, at: AdAddress, macros: Macros | undefined): string => {
  if (tracker.search(placeholders) < 0) return tracker
  if (macros !== undefined) return tracker.replaceAll(placeholders, () => macros.cachebuster)
  return `${serveUrl(at)}/impression/${pixelKey(tracker)}`
}
