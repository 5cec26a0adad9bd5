import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { type Difference, type DifferenceKind, differenceKinds } from '../../domain/dsp/reconcile.ts'
import { count } from '../../domain/shared/wording.ts'
import { partsOfTag } from '../export-tag.ts'
import type { Comparison } from './compare.ts'

/** Differences of one kind that a reply names at most, and campaigns. */
const mostNamed = 1000
const Listed = listOf(
  fields(
    { tagId: t.string, retailCampaignIdx: integer(1), adUnitId: integer(1), reason: t.string },
    { creativeId: t.string },
  ),
  mostNamed,
)
const counted = {
  missing: integer(0),
  twins: integer(0),
  orphans: integer(0),
  changed: integer(0),
  rejected: integer(0),
}

/** What differs at the DSP (DSP-27). `running`: campaigns that were left out, because an export runs. */
export const comparisonFields = {
  counts: fields({ tags: integer(0), creatives: integer(0), ...counted }),
  ...{ missing: Listed, twins: Listed, orphans: Listed, changed: Listed, rejected: Listed },
  running: listOf(integer(1), mostNamed),
}

const words = {
  missing: 'missing',
  twins: 'superfluous',
  orphans: 'unknown to Endcap',
  changed: 'changed at the DSP',
  rejected: 'rejected',
} as const satisfies Record<DifferenceKind, string>

/** What a person can do about differences that no repair touches (DSP-28). */
export const advice = ({
  orphans,
  changed,
  rejected,
}: Readonly<Record<'orphans' | 'changed' | 'rejected', number>>) => {
  const sentences = [
    orphans === 0 ? '' : 'Archive unknown creatives at the DSP, or export their campaign again.',
    changed === 0 ? '' : 'Undo changes at the DSP, or archive the creative there and repair again.',
    rejected === 0 ? '' : 'Change what the DSP has rejected, activate the campaign again, and export it.',
  ]
  return sentences.filter(sentence => sentence !== '').join(' ')
}

const messageOf = ({ tags, creatives, differences, running }: Comparison): string => {
  const found = differenceKinds.filter(kind => differences[kind].length > 0)
  const compared = `${count(tags, 'tag')} and ${count(creatives, 'creative')} were compared`
  const differs = found.map(kind => `${differences[kind].length} ${words[kind]}`).join(', ')
  const { orphans, changed, rejected } = differences
  return [
    found.length === 0 ? `${compared}; nothing differs.` : `${compared}: ${differs}.`,
    running.length === 0
      ? ''
      : `${count(running.length, 'campaign')} being exported ${running.length === 1 ? 'was' : 'were'} left out.`,
    advice({ orphans: orphans.length, changed: changed.length, rejected: rejected.length }),
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}

/** The reply of a comparison, of an account. */
export const comparisonReply = (accountId: string, comparison: Comparison) => {
  const { tags, creatives, differences, running } = comparison
  const shown = (kind: DifferenceKind) =>
    differences[kind].slice(0, mostNamed).flatMap(({ tagId, creativeId, reason }: Difference) => {
      const parts = partsOfTag(accountId, tagId)
      return parts ? [{ tagId, ...parts, ...(creativeId === undefined ? {} : { creativeId }), reason }] : []
    })
  const countOf = (kind: DifferenceKind): number => differences[kind].length
  return {
    status: 200,
    message: messageOf(comparison),
    counts: {
      ...{ tags, creatives, missing: countOf('missing'), twins: countOf('twins') },
      ...{ orphans: countOf('orphans'), changed: countOf('changed'), rejected: countOf('rejected') },
    },
    ...{ missing: shown('missing'), twins: shown('twins'), orphans: shown('orphans') },
    ...{ changed: shown('changed'), rejected: shown('rejected') },
    running: running.slice(0, mostNamed),
  }
}
