import * as t from 'io-ts'

/** The codec of an event: its past-tense name and its data. */
export const fact = <N extends string, C extends t.Mixed>(type: N, data: C) =>
  t.type({ type: t.literal(type), data }, type)

/** An ISO 8601 time in UTC with milliseconds. */
export const At = t.string
