import { further, text } from './text.ts'

const TimeText = text({
  max: 30,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/,
  must: 'must be a time in UTC, YYYY-MM-DDTHH:MM:SS.sssZ',
  format: 'date-time',
})
// the pattern also matches times that do not exist, such as 30 February
const exists = (time: string): boolean => {
  const at = new Date(time)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === time.slice(0, 19)
}
/** A time in UTC that exists, ISO 8601. */
export const IsoTime = further(TimeText, exists, 'must be a time that exists', TimeText.schema)
