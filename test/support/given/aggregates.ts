import { aggregates as kinds } from '../../../src/domain/aggregates.ts'
import type { AnyAggregate } from '../../../src/domain/shared/decider.ts'
import { sequence } from '../../../src/engine/write/id-blocks.ts'

/** Every aggregate with events in the log, including the sequences that number ids. */
export const aggregates: readonly AnyAggregate[] = [...kinds, sequence]

/** The aggregate of a stream: the one with the longest category that the stream name starts with. */
export const aggregateOf = (stream: string): AnyAggregate | undefined =>
  aggregates.filter(a => stream.startsWith(`${a.category}-`)).sort((a, b) => b.category.length - a.category.length)[0]
