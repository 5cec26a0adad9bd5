import type { LogFilter } from '../ports/event-log.ts'

/** With more texts the log is looked through whole: each of them is looked for in each event. */
const mostTexts = 16
/** Texts that JSON writes as they are. */
const isPlain = (text: string): boolean => /^[\w.:@-]+$/.test(text)

/** The filter for events that name one of these ids, and those of some types. Empty where an id may be written in other ways. */
export const mentioning = (ids: readonly string[], types: readonly string[] = []): Pick<LogFilter, 'among'> =>
  ids.length <= mostTexts && ids.every(isPlain) ? { among: { types, mentioning: ids } } : {}
