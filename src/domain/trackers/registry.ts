import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { listOf } from '../../codec/json.ts'

/** Events that a tracker type may have URLs for; when each is asked for says `served-document.ts`. */
export const trackerEvents = ['impression', 'click', 'viewable'] as const
export type TrackerEvent = (typeof trackerEvents)[number]

/** What a template may name; `{cachebuster}` is filled in per impression, `{redirect}` per click (`click-chain.ts`). */
const filledHere = ['accountId', 'retailCampaignIdx', 'adUnitId', 'placementId', 'siteId'] as const
const filledLater: Readonly<Record<TrackerEvent, readonly string[]>> = {
  impression: ['cachebuster'],
  click: ['cachebuster', 'redirect'],
  viewable: ['cachebuster'],
}

const template = (event: TrackerEvent) => {
  const names: readonly string[] = [...filledHere, ...filledLater[event]]
  const known = new RegExp(`\\{(?:${names.join('|')})\\}`, 'g')
  const must = `must be an http or https URL of at most 2048 characters; it may name {${names.join('}, {')}}`
  const is = (u: unknown): u is string => {
    if (typeof u !== 'string' || u.length > 2048 || !/^https?:\/\//i.test(u)) return false
    const filled = u.replace(known, '1')
    return URL.canParse(filled) && !/[{}\s"<>]/.test(filled)
  }
  const codec = new t.Type<string>(must, is, (u, c) => (is(u) ? t.success(u) : t.failure(u, c, must)), t.identity)
  return described(codec, { type: 'string', maxLength: 2048 })
}

const templates = (event: TrackerEvent) => listOf(template(event), 20)

/** A tracker type: whether activation accepts it, and its URL templates per event (decision 30). */
export const TrackerType = fields(
  { activation: t.boolean },
  { impression: templates('impression'), click: templates('click'), viewable: templates('viewable') },
)
export type TrackerType = t.TypeOf<typeof TrackerType>

/** Tracker types by name. */
export type TrackerTypes = ReadonlyMap<string, TrackerType>

const gcmPlace = 'N{siteId}.{accountId}/B{retailCampaignIdx}.{placementId};dc_trk_aid={adUnitId};ord={cachebuster}?'
const moatPlace =
  'i={accountId}&ac=1&campaign={retailCampaignIdx}&placement={placementId}&slicer1={adUnitId}&cb={cachebuster}'

/**
 * The types that the repository knows. Their addresses have the shape of the real ones, but the numbers that an
 * advertiser's contract gives stand in no campaign: an installation that uses them sets `TRACKER_TYPES`. GCM counts clicks
 * beside the click's way, as its own tracking address leads on only to what is set at GCM.
 */
export const defaultTrackerTypes: TrackerTypes = new Map<string, TrackerType>([
  [
    'GCM',
    {
      activation: true,
      impression: [`https://ad.doubleclick.net/ddm/trackimp/${gcmPlace}`],
      click: [`https://ad.doubleclick.net/ddm/trackclk/${gcmPlace}`],
    },
  ],
  [
    'MOAT',
    {
      activation: false,
      impression: [`https://px.moatads.com/pixel.gif?e=0&${moatPlace}`],
      viewable: [`https://px.moatads.com/pixel.gif?e=5&${moatPlace}`],
    },
  ],
])

const namePattern = /^[A-Za-z0-9][\w.-]{0,63}$/

const readJson = E.tryCatchK(
  (json: string): unknown => JSON.parse(json),
  () => ['TRACKER_TYPES: must be JSON'],
)

// Keys of an intersection are places in the codec, not in what was typed; an exact codec hides it, so its parts are looked at.
const isIntersection = (type: unknown): boolean => {
  const codec = type as { readonly _tag?: string; readonly type?: unknown } | undefined
  return codec?._tag === 'IntersectionType' || (codec?._tag === 'ExactType' && isIntersection(codec.type))
}

const faultOf = ({ context, message }: t.ValidationError): string => {
  const path = context.filter((_, i) => i > 0 && !isIntersection(context[i - 1]?.type)).map(c => `/${c.key}`)
  return `TRACKER_TYPES${path.join('')}: ${message ?? 'is missing or has the wrong type'}`
}

/**
 * The registry with `TRACKER_TYPES` over it: a JSON object of `{activation, impression?, click?, viewable?}` by name. An
 * entry replaces the one of its name, others stay; absent or empty: the repository's own. Left: one line a fault, each
 * beginning with the variable's name and the place in it.
 */
export const parseTrackerTypes = (json: string | undefined): E.Either<readonly string[], TrackerTypes> => {
  if (json === undefined || json.trim() === '') return E.right(defaultTrackerTypes)
  const read = readJson(json)
  if (E.isLeft(read)) return read
  const decoded = t.record(t.string, TrackerType).decode(read.right)
  if (E.isLeft(decoded)) return E.left([...new Set(decoded.left.map(faultOf))])
  // Names are read from the JSON, as a plain object cannot hold all of them.
  const wrong = Object.keys(read.right as object).filter(name => !namePattern.test(name))
  if (wrong.length > 0) return E.left(['TRACKER_TYPES: a name must be 1 to 64 letters, digits, _, . or -'])
  return E.right(new Map([...defaultTrackerTypes, ...Object.entries(decoded.right)]))
}

/** Where a tracker counts. `placementId` and `siteId` are absent where the campaign places the ad unit nowhere. */
export type TrackedPlace = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly adUnitId: number
  readonly placementId?: string
  readonly siteId?: number
}

/** A type's addresses for one ad unit, every value encoded; what is not known gives `0`. */
export const trackerUrls = (
  type: TrackerType,
  place: TrackedPlace,
): Readonly<Record<TrackerEvent, readonly string[]>> => {
  const fill = (url: string) =>
    filledHere.reduce((filled, name) => filled.replaceAll(`{${name}}`, () => encodeURIComponent(place[name] ?? 0)), url)
  return {
    impression: (type.impression ?? []).map(fill),
    click: (type.click ?? []).map(fill),
    viewable: (type.viewable ?? []).map(fill),
  }
}
