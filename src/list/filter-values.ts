import { classicTimestamp } from '../domain/campaigns/timestamp.ts'

/**
 * The type of a filter field. Of the times, `time` is stored as ISO 8601, `day` as YYYY-MM-DD, `classicTime` as classic campaigns
 * write it (HTTP-5), and `milliseconds` as a number since 1970.
 */
export type FieldType = 'integer' | 'string' | 'boolean' | 'time' | 'day' | 'classicTime' | 'milliseconds'

const moment = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/

/** A day, or a time in UTC, as ISO 8601 with milliseconds; undefined if it does not exist. A day is its first moment. */
const momentOf = (text: string): string | undefined => {
  if (!moment.test(text)) return undefined
  const [day = '', time = '00:00'] = text.split(/[T ]/)
  const at = new Date(`${day}T${time.endsWith('Z') ? time : `${time}Z`}`)
  // the engine takes 30 February for a day in March
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day) ? undefined : at.toISOString()
}

/** The value of a filter as fields of this type are stored; undefined if the text is none. */
export const filterValue = (type: FieldType, text: string): string | number | boolean | undefined => {
  switch (type) {
    case 'string':
      return text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'integer':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'day':
      return text.length === 10 ? momentOf(text)?.slice(0, 10) : undefined
    case 'time':
      return momentOf(text)
    case 'classicTime': {
      const at = momentOf(text)
      return at && classicTimestamp(at)
    }
    case 'milliseconds': {
      const at = momentOf(text)
      return at && Date.parse(at)
    }
  }
}

const aTime = 'a day or a time in UTC, such as 2026-03-01 or 2026-03-01T09:30:00Z'
/** What a value of each type is, for refusals. */
export const typeWords: Readonly<Record<FieldType, string>> = {
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  day: 'a day, such as 2026-03-01',
  time: aTime,
  classicTime: aTime,
  milliseconds: aTime,
}

/** Whether values of a type are in an order, so that `<` and `>` apply (HTTP-16). */
export const isOrdered = (type: FieldType): boolean => type !== 'string' && type !== 'boolean'

/** Whether values of a type are stored as text, so that `like` applies (HTTP-16). */
export const isText = (type: FieldType): boolean =>
  type === 'string' || type === 'time' || type === 'day' || type === 'classicTime'
