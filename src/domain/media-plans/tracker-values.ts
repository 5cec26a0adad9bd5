import { clickFault, redirectsOnce } from '../tags/click-chain.ts'
import { tagClickTrackers } from './display-trackers.ts'
import {
  type SentTrackers,
  type TrackerArray,
  type TrackerField,
  type Trackers,
  trackerFieldNames,
  trackerFields,
} from './tracker-fields.ts'

/** Maximum characters of a tracker (PLAN-7). */
export const maxTrackerLength = 2_048

/**
 * Whether a value is a valid tracker (PLAN-7): an absolute web address of at most 2,048 characters without blanks or
 * quotes, and https if validation is requested. It may contain macros, and `{redirect}` once.
 */
export const isTracker = (value: string, isValidate: boolean): boolean =>
  value.length <= maxTrackerLength &&
  (isValidate ? /^https:\/\//i : /^https?:\/\//i).test(value) &&
  !/[\s"'<>\\]/.test(value) &&
  redirectsOnce(value) &&
  URL.canParse(value)

/** Rejected values, by field. */
export type Refused = { readonly [F in TrackerField]?: readonly string[] }

const clickFields: readonly TrackerField[] = ['primaryClickTracker', 'secondaryClickTracker1', 'secondaryClickTracker2']

/**
 * Which values of an item can be stored: valid trackers, and "". Click trackers that together make too long an address
 * (TAGS-13) cannot.
 */
const acceptableIn = (item: SentTrackers, isValidate: boolean): ((field: TrackerField) => boolean) => {
  const isValid = (field: TrackerField) => {
    const value = item[field]
    return value !== undefined && (value === '' || isTracker(value, isValidate))
  }
  const [primary, ...secondary] = clickFields.map(field => (isValid(field) && item[field] ? [item[field]] : []))
  const isTooLong = clickFault(tagClickTrackers(primary ?? [], secondary.flat()), '') !== undefined
  return field => isValid(field) && !(isTooLong && clickFields.includes(field) && item[field] !== '')
}

/** The values that cannot be stored, by field. */
export const refusedValues = (items: readonly SentTrackers[], isValidate: boolean): Refused => {
  const refused: { [F in TrackerField]?: string[] } = {}
  for (const item of items) {
    const isAcceptable = acceptableIn(item, isValidate)
    for (const field of trackerFieldNames) {
      const value = item[field]
      if (value === undefined || isAcceptable(field)) continue
      const values = refused[field] ?? []
      values.push(value)
      refused[field] = values
    }
  }
  return refused
}

/**
 * The arrays that an item sets (PLAN-5): the valid values of all fields of an array, in the order of the fields; [] to
 * clear it. If all values of an array are invalid, it stays unchanged.
 */
export const sentArrays = (item: SentTrackers, isValidate: boolean): Trackers => {
  const arrays: { [A in TrackerArray]?: string[] } = {}
  const isAcceptable = acceptableIn(item, isValidate)
  for (const field of trackerFieldNames) {
    const value = item[field]
    if (value === undefined || !isAcceptable(field)) continue
    const values = arrays[trackerFields[field]] ?? []
    arrays[trackerFields[field]] = value === '' || values.includes(value) ? values : [...values, value]
  }
  return arrays
}
