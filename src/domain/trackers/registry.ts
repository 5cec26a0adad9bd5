import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { listOf } from '../../codec/json.ts'
import { isLonger } from '../../codec/text.ts'
import { clickFault, redirectsOnce } from '../tags/click-chain.ts'

/** Events that a tracker type may have URLs for; see `served-document.ts` for when they are requested. */
export const trackerEvents = ['impression', 'click', 'viewable'] as const
export type TrackerEvent = (typeof trackerEvents)[number]

/** The placeholders in templates; `{cachebuster}` is filled in per impression, `{redirect}` per click (`click-chain.ts`). */
const filledHere = ['accountId', 'retailCampaignIdx', 'adUnitId', 'placementId', 'siteId'] as const
const filledLater: Readonly<Record<TrackerEvent, readonly string[]>> = {
  impression: ['cachebuster'],
  click: ['cachebuster', 'redirect'],
  viewable: ['cachebuster'],
}

const template = (event: TrackerEvent) => {
  const names: readonly string[] = [...filledHere, ...filledLater[event]]
  const must = `must be an http or https URL of at most 2048 characters; it may contain {${names.join('}, {')}}${names.includes('redirect') ? ', {redirect} at most once' : ''}`
  const is = (u: unknown): u is string => {
    if (typeof u !== 'string' || isLonger(u, 2048) || !/^https?:\/\//i.test(u) || !redirectsOnce(u)) return false
    const filled = names.reduce((url, name) => url.replaceAll(`{${name}}`, '1'), u)
    return URL.canParse(filled) && !/[{}\s"<>]/.test(filled)
  }
  const codec = new t.Type<string>(must, is, (u, c) => (is(u) ? t.success(u) : t.failure(u, c, must)), t.identity)
  return described(codec, { type: 'string', maxLength: 2048 })
}

const templates = (event: TrackerEvent) => listOf(template(event), 20)

/** A tracker type: whether activation accepts it, and its URL templates per event (TAGS-4). */
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
 * The built-in types. Their addresses look like the real ones, but the numbers from an advertiser's contract are not part of
 * a campaign: installations that use these types set `TRACKER_TYPES`. GCM counts clicks in parallel, as its own tracking
 * address only redirects to targets that are configured at GCM.
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

// Keys of an intersection are positions in the codec, not in the input; an exact codec hides it, so inspect its parts.
const isIntersection = (type: unknown): boolean => {
  const codec = type as { readonly _tag?: string; readonly type?: unknown } | undefined
  return codec?._tag === 'IntersectionType' || (codec?._tag === 'ExactType' && isIntersection(codec.type))
}

const faultOf = ({ context, message }: t.ValidationError): string => {
  const path = context.filter((_, i) => i > 0 && !isIntersection(context[i - 1]?.type)).map(c => `/${c.key}`)
  return `TRACKER_TYPES${path.join('')}: ${message ?? 'is missing or has the wrong type'}`
}

/** Types whose click trackers alone make too long an address. */
const chainFaults = (types: Readonly<Record<string, TrackerType>>): readonly string[] =>
  Object.entries(types).flatMap(([name, { click = [] }]) => {
    const fault = clickFault(click, '')
    return fault === undefined ? [] : [`TRACKER_TYPES/${name}/click: ${fault}`]
  })

/**
 * The registry with the types of `TRACKER_TYPES`: a JSON object of `{activation, impression?, click?, viewable?}` by name.
 * Entries replace built-in types of the same name. If absent or empty, only the built-in types exist. Left: one line per
 * fault, starting with the variable's name and the place in it.
 */
export const parseTrackerTypes = (json: string | undefined): E.Either<readonly string[], TrackerTypes> => {
  if (json === undefined || json.trim() === '') return E.right(defaultTrackerTypes)
  const read = readJson(json)
  if (E.isLeft(read)) return read
  const decoded = t.record(t.string, TrackerType).decode(read.right)
  if (E.isLeft(decoded)) return E.left([...new Set(decoded.left.map(faultOf))])
  // Names are read from the JSON text, as a plain object cannot hold all of them.
  const wrong = Object.keys(read.right as object).filter(name => !namePattern.test(name))
  if (wrong.length > 0) return E.left(['TRACKER_TYPES: a name must be 1 to 64 letters, digits, _, . or -'])
  const tooLong = chainFaults(decoded.right)
  if (tooLong.length > 0) return E.left(tooLong)
  return E.right(new Map([...defaultTrackerTypes, ...Object.entries(decoded.right)]))
}

/** The context of a tracker. `placementId` and `siteId` are absent if the campaign sets no placement for the ad unit. */
export type TrackedPlace = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly adUnitId: number
  readonly placementId?: string
  readonly siteId?: number
}

/** A type's addresses for one ad unit, with all values encoded; unknown values become `0`. */
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

/** Whether the addresses of a type name the placement of the ad unit, so that they count for none without it. */
export const needsPlacement = ({ impression = [], click = [], viewable = [] }: TrackerType): boolean =>
  [...impression, ...click, ...viewable].some(url => url.includes('{placementId}') || url.includes('{siteId}'))
