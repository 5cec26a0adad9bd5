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

/** When the address of each field is called, or what it contains. */
export const trackerMeanings: Readonly<Record<TrackerField, string>> = {
  primaryClickTracker: 'Called on a click, first; `{redirect}` stands for where it leads on.',
  secondaryClickTracker1: 'Called on a click, after the primary one.',
  secondaryClickTracker2: 'Called on a click, after the first secondary one.',
  bannerImpressionInTagPixelTracker: 'A pixel for each impression, called by the tag.',
  bannerImpressionOutTagPixelTracker: 'A pixel for each impression, beside the tag.',
  bannerImpressionInTagScriptTracker: 'A script for each impression, loaded by the tag.',
  bannerImpressionOutTagScriptTracker: 'A script for each impression, beside the tag.',
  creativeLoadEventTracker: 'Called when the creative has loaded.',
  mobileImpressionClickInTagPixelTracker: 'A pixel for each mobile impression, called by the tag.',
  mobileImpressionClickOutTagPixelTracker: 'A pixel for each mobile impression, beside the tag.',
  mobileImpressionClickInTagScriptTracker: 'A script for each mobile impression, loaded by the tag.',
  mobileImpressionClickOutTagScriptTracker: 'A script for each mobile impression, beside the tag.',
  mobileBannerClickTracker: 'Called on a click on a mobile banner.',
  inStreamImpressionTrackers: 'Called for each impression of an in-stream video.',
  videoStartViewedTracker: 'Called when a video starts.',
  twentyFivePercentVideoViewedTracker: 'Called when a quarter of a video was seen.',
  fiftyPercentVideoViewedTracker: 'Called when half of a video was seen.',
  seventyFivePercentVideoViewedTracker: 'Called when three quarters of a video were seen.',
  hundredPercentVideoViewedTracker: 'Called when a whole video was seen.',
  muteVideoViewedTracker: 'Called when a video is muted.',
  unmuteVideoViewedTracker: 'Called when a video is no longer muted.',
  inStreamSkipAdTracker: 'Called when an in-stream ad is skipped.',
}

/** Values by field: "" clears the field's array, an absent field leaves it unchanged. */
export type SentTrackers = { readonly [F in TrackerField]?: string }
