import * as E from 'fp-ts/lib/Either.js'
import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import type { DspRun } from '../../domain/dsp/export-run.ts'
import { type Difference, type Differences, type FoundCreative, reconcile } from '../../domain/dsp/reconcile.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import type * as TE from '../../engine/task-either.ts'
import { type DspCreative, isDspFailure } from '../../ports/dsp.ts'
import type { Ports } from '../../ports/ports.ts'
import { within } from '../deadline.ts'
import { partsOfTag, tagHashOf } from '../export-tag.ts'
import { dspRejection } from '../failure.ts'
import { exportedBetween, exportsAt } from './exports-at.ts'
import { knownTags } from './known-tags.ts'
import { notEnded } from './not-ended.ts'

/** Milliseconds after which reading the creatives of the DSP is given up, repeats included. */
const readMs = 30_000

/** The tags of an account beside the creatives of an advertiser (DSP-27). */
export type Comparison = {
  readonly tags: number
  readonly creatives: number
  readonly differences: Differences
  /** Campaigns that were left out because an export runs. */
  readonly running: readonly number[]
  /** The newest run by retailCampaignIdx. */
  readonly runs: ReadonlyMap<number, DspRun>
}
export type ComparePorts = Pick<Ports, 'readModels' | 'dsp' | 'dspAccess'>

const foundCreative = ({ tagHash = '', ...creative }: DspCreative): FoundCreative => ({ ...creative, tagHash })

/** Compares what is recorded for the advertiser of a configuration with what the DSP has; changes nothing. */
export const compareWithDsp =
  (ports: ComparePorts, configuration: DspConfiguration): TE.TaskEither<Rejection, Comparison> =>
  async () => {
    const { accountId, dspPartnerId, dspAdvertiserId: advertiserId } = configuration
    const access = ports.dspAccess.of(accountId, dspPartnerId)
    const campaignOf = ({ tagId }: { readonly tagId: string }) => partsOfTag(accountId, tagId)?.retailCampaignIdx ?? 0
    const isWanted = (tagId: string) => partsOfTag(accountId, tagId) !== undefined
    const before = await exportsAt(ports, configuration)
    const listed = await within(readMs, signal =>
      ports.dsp.findCreatives(access, { advertiserId, isWanted, hashTag: tagHashOf }, signal),
    )
    if (isDspFailure(listed)) return E.left(dspRejection(listed))
    const known = await knownTags(ports, accountId, before)
    // what was recorded meanwhile belongs to an export that the second reading shows
    const after = await exportsAt(ports, configuration)
    const running = exportedBetween(before, after)
    const isCompared = (one: { readonly tagId: string }) => !running.has(campaignOf(one))
    const [tags, creatives] = [known.filter(isCompared), listed.map(foundCreative).filter(isCompared)]
    const differences = reconcile(tags, creatives)
    const open = await notEnded(ports, accountId, [...new Set(differences.missing.map(campaignOf))])
    const missing = differences.missing.filter((tag: Difference) => open.has(campaignOf(tag)))
    return E.right({
      tags: tags.length,
      creatives: creatives.length,
      differences: { ...differences, missing },
      running: [...running],
      runs: after.runs,
    })
  }
