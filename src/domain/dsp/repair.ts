import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { count } from '../shared/wording.ts'

/** Limits of one repair (DSP-28): each archive is a request to the DSP, and each campaign reads its tags. */
export const mostTwins = 50
export const mostCampaigns = 100

const campaigns = listOf(integer(1), mostCampaigns)

/** What a repair has done, and what it has left (DSP-28). Campaigns are named by their retailCampaignIdx. */
export const DspRepair = fields(
  {
    twinsArchived: integer(0),
    /** Twins that are still active: more than one repair archives, or refused. */
    twinsRemaining: integer(0),
    /** Tags that the DSP lacks, in the campaigns that this repair has dealt with. */
    tagsMissing: integer(0),
    exportsStarted: campaigns,
    /** Exports that run, so nothing was compared or repaired; up to the limit. */
    exportsRunning: campaigns,
    notExported: listOf(fields({ retailCampaignIdx: integer(1), reason: t.string }), mostCampaigns),
    /** Campaigns that lack tags and are left to the next repair. */
    campaignsRemaining: integer(0),
    /** What a person has to decide about. */
    orphans: integer(0),
    changed: integer(0),
    rejected: integer(0),
  },
  { warning: t.string },
)
export type DspRepair = t.TypeOf<typeof DspRepair>

/** A repair that has done nothing. */
export const nothingRepaired: DspRepair = {
  twinsArchived: 0,
  twinsRemaining: 0,
  tagsMissing: 0,
  exportsStarted: [],
  exportsRunning: [],
  notExported: [],
  campaignsRemaining: 0,
  orphans: 0,
  changed: 0,
  rejected: 0,
}

/** `2 archived twins, 1 started export`; `nothing` if nothing was done. */
export const doneBy = ({ twinsArchived, tagsMissing, exportsStarted }: DspRepair): string => {
  const done = [
    [twinsArchived, 'archived twin'],
    [tagsMissing, 'missing tag'],
    [exportsStarted.length, 'started export'],
  ] as const
  const words = done.filter(([value]) => value > 0).map(([value, one]) => count(value, one))
  return words.join(', ') || 'nothing'
}

/** Whether a repair has done anything. */
export const hasRepaired = ({ twinsArchived, tagsMissing, exportsStarted }: DspRepair): boolean =>
  twinsArchived + tagsMissing + exportsStarted.length > 0
