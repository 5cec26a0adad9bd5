import type { ChainGap } from '../../ports/chain.ts'
import type { Fault } from './fault.ts'

/** Whether links were removed; otherwise events were written without them, as far as is known. */
export const isRemoval = ({ events, had }: ChainGap): boolean => had > events

/** What is said of links that are missing from the chain, or were computed late: those that were removed are faults. */
export const removedLinks = (gaps: readonly ChainGap[]): readonly Fault[] =>
  gaps.filter(isRemoval).map(({ after, until, at }) => ({
    kind: 'chain',
    where: `position ${after}`,
    detail: `the links of the hash chain after this position were removed before ${at}, and computed anew from the events that the log had then: they do not show what was changed up to position ${until} before that; compare the log with a seal from before then (--seal) or with a backup`,
  }))

/** Sentences about links that nobody is known to have removed. */
export const lateLinks = (gaps: readonly ChainGap[]): readonly string[] =>
  gaps
    .filter(gap => !isRemoval(gap))
    .map(
      ({ after, until, at }) =>
        `the hash chain from position ${after} to ${until} was computed on ${at}, after the events were written: usual after an upgrade or beside an older release; only a seal from before then shows what was changed before`,
    )
