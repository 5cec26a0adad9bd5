import { sha256 } from '../shared/digest.ts'

/** What all requests of one impression have in common; `cachebuster` as the query has it, `client` address and user agent. */
export type Impression = { readonly cachebuster: string | undefined; readonly client: string; readonly at: Date }

const drawnFrom = (...parts: readonly string[]): number =>
  Number.parseInt(sha256(parts.join('\n')).slice(0, 12), 16) / 2 ** 48

/** Whether an ad server, or the script of a tag, filled in a cachebuster. */
const isFilled = (cachebuster: string | undefined): cachebuster is string => /^\d{1,40}$/.test(cachebuster ?? '')

/** A draw in [0, 1) that follows from a filled cachebuster; undefined without one. `place`: the ad unit of the campaign. */
export const drawOfCachebuster = (place: string, cachebuster: string | undefined): number | undefined =>
  isFilled(cachebuster) ? drawnFrom(place, 'cachebuster', cachebuster) : undefined

/**
 * A draw in [0, 1) that is the same for the picture and the click of an impression (TAGS-16): by the cachebuster in both addresses, else by
 * the client within an hour of the clock.
 */
export const drawOfImpression = (place: string, { cachebuster, client, at }: Impression): number =>
  drawOfCachebuster(place, cachebuster) ?? drawnFrom(place, 'client', at.toISOString().slice(0, 13), client)
