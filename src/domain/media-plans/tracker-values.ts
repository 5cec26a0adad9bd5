import {
  type SentTrackers,
  type TrackerArray,
  type TrackerField,
  type Trackers,
  trackerFieldNames,
  trackerFields,
} from './tracker-fields.ts'

/** Most characters of a tracker (decision 37). */
export const maxTrackerLength = 2_048

/**
 * Whether a value can be a tracker (decision 37): an absolute web address of at most 2,048 characters without blanks or
 * quotes; https too when values are to be validated. `{redirect}` and other macros may stand in it.
 */
export const isTracker = (value: string, isValidate: boolean): boolean =>
  value.length <= maxTrackerLength &&
  (isValidate ? /^https:\/\//i : /^https?:\/\//i).test(value) &&
  !/[\s"'<>\\]/.test(value) &&
  URL.canParse(value)

/** Values that were not stored, by the field that they were sent in. */
export type Refused = { readonly [F in TrackerField]?: readonly string[] }

/** The values of the fields that cannot be stored. */
export const refusedValues = (items: readonly SentTrackers[], isValidate: boolean): Refused => {
  const refused: { [F in TrackerField]?: string[] } = {}
  for (const item of items)
    for (const field of trackerFieldNames) {
      const value = item[field]
      if (value === undefined || value === '' || isTracker(value, isValidate)) continue
      const values = refused[field] ?? []
      values.push(value)
      refused[field] = values
    }
  return refused
}

/**
 * The arrays that an item sets (decision 36): the good values of the fields of one array together, in the fields' order; []
 * when they clear it. An array whose every value was refused stays as it is.
 */
export const sentArrays = (item: SentTrackers, isValidate: boolean): Trackers => {
  const arrays: { [A in TrackerArray]?: string[] } = {}
  for (const field of trackerFieldNames) {
    const value = item[field]
    if (value === undefined || (value !== '' && !isTracker(value, isValidate))) continue
    const values = arrays[trackerFields[field]] ?? []
    arrays[trackerFields[field]] = value === '' || values.includes(value) ? values : [...values, value]
  }
  return arrays
}
