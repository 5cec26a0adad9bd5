import { aggregates as kinds } from '../../../src/domain/aggregates.ts'
import type { AnyAggregate } from '../../../src/domain/shared/decider.ts'
import { sequence } from '../../../src/engine/write/id-blocks.ts'

/** Every aggregate whose events stand in the log, the sequences that ids are taken from included. */
export const aggregates: readonly AnyAggregate[] = [...kinds, sequence]

/** The aggregate of a stream: the one whose category it starts with, the longest when several do. */
export const aggregateOf = (stream: string): AnyAggregate | undefined =>
  aggregates.filter(a => stream.startsWith(`${a.category}-`)).sort((a, b) => b.category.length - a.category.length)[0]
