import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'

/** The tracker arrays of a placement (PLAN-2). */
export const trackerArrays = [
  'bannerImpressionInTagScriptTrackers',
  'bannerImpressionOutTagScriptTrackers',
  'bannerImpressionOutTagTrackers',
  'bannerImpressionTrackers',
  'creativeLoadEventTracker',
  'fiftyPercentVideoViewedTracker',
  'hundredPercentVideoViewedTracker',
  'inStreamImpressionTrackers',
  'inStreamSkipAdTracker',
  'mobileBannerClickTracker',
  'mobileImpressionClickInTagScriptTrackers',
  'mobileImpressionClickOutTagScriptTrackers',
  'mobileImpressionClickOutTagTrackers',
  'mobileImpressionClickTrackers',
  'muteVideoViewedTracker',
  'primaryClickTracker',
  'secondaryClickTrackers',
  'seventyFivePercentVideoViewedTracker',
  'twentyFivePercentVideoViewedTracker',
  'unmuteVideoViewedTracker',
  'videoStartViewedTracker',
] as const
export type TrackerArray = (typeof trackerArrays)[number]

const arrayOfText = t.array(t.string)
const arrayCodecs = Object.fromEntries(trackerArrays.map(name => [name, arrayOfText])) as Record<
  TrackerArray,
  typeof arrayOfText
>
/** All arrays, for listTrackers. */
export const AllTrackers = t.type(arrayCodecs)
export type AllTrackers = { readonly [A in TrackerArray]: readonly string[] }
/** The non-empty arrays, for plans and events. */
export const Trackers = fields({}, arrayCodecs)
export type Trackers = { readonly [A in TrackerArray]?: readonly string[] }

/** The fields of updateTrackers (PLAN-1) and the array that each is stored in (PLAN-5). */
export const trackerFields = {
  primaryClickTracker: 'primaryClickTracker',
  secondaryClickTracker1: 'secondaryClickTrackers',
  secondaryClickTracker2: 'secondaryClickTrackers',
  bannerImpressionInTagPixelTracker: 'bannerImpressionTrackers',
  bannerImpressionOutTagPixelTracker: 'bannerImpressionOutTagTrackers',
  bannerImpressionInTagScriptTracker: 'bannerImpressionInTagScriptTrackers',
  bannerImpressionOutTagScriptTracker: 'bannerImpressionOutTagScriptTrackers',
  creativeLoadEventTracker: 'creativeLoadEventTracker',
  mobileImpressionClickInTagPixelTracker: 'mobileImpressionClickTrackers',
  mobileImpressionClickOutTagPixelTracker: 'mobileImpressionClickOutTagTrackers',
  mobileImpressionClickInTagScriptTracker: 'mobileImpressionClickInTagScriptTrackers',
  mobileImpressionClickOutTagScriptTracker: 'mobileImpressionClickOutTagScriptTrackers',
  mobileBannerClickTracker: 'mobileBannerClickTracker',
  inStreamImpressionTrackers: 'inStreamImpressionTrackers',
  videoStartViewedTracker: 'videoStartViewedTracker',
  twentyFivePercentVideoViewedTracker: 'twentyFivePercentVideoViewedTracker',
  fiftyPercentVideoViewedTracker: 'fiftyPercentVideoViewedTracker',
  seventyFivePercentVideoViewedTracker: 'seventyFivePercentVideoViewedTracker',
  hundredPercentVideoViewedTracker: 'hundredPercentVideoViewedTracker',
  muteVideoViewedTracker: 'muteVideoViewedTracker',
  unmuteVideoViewedTracker: 'unmuteVideoViewedTracker',
  inStreamSkipAdTracker: 'inStreamSkipAdTracker',
} as const satisfies Readonly<Record<string, TrackerArray>>
export type TrackerField = keyof typeof trackerFields
export const trackerFieldNames = Object.keys(trackerFields) as readonly TrackerField[]

/** Values by field: "" clears the field's array, an absent field leaves it unchanged. */
export type SentTrackers = { readonly [F in TrackerField]?: string }
