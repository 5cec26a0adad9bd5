import * as E from 'fp-ts/lib/Either.js'
import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import type { DspRun } from '../../domain/dsp/export-run.ts'
import { type Difference, type Differences, type FoundCreative, reconcile } from '../../domain/dsp/reconcile.ts'
import { type Rejection, rejection } from '../../domain/shared/decider.ts'
import type * as TE from '../../engine/task-either.ts'
import { type DspCreative, isDspFailure } from '../../ports/dsp.ts'
import type { Ports } from '../../ports/ports.ts'
import { partsOfTag } from '../export-tag.ts'
import { dspRejection } from '../failure.ts'
import { exportedBetween, exportsAt } from './exports-at.ts'
import { knownTags } from './known-tags.ts'
import { notEnded } from './not-ended.ts'

/** The reading takes longer than a request waits: it goes on, and the next request joins it. */
const stillReading = (read: number): Rejection =>
  rejection(
    'dsp-still-reading',
    `The creatives of the advertiser are being read: ${read} so far. Send the request again to wait for the rest.`,
  )

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
export type ComparePorts = Pick<Ports, 'readModels' | 'dspReadings'>

const foundCreative = ({ tagHash = '', ...creative }: DspCreative): FoundCreative => ({ ...creative, tagHash })

/** Compares what is recorded for the advertiser of a configuration with what the DSP has; changes nothing. */
export const compareWithDsp =
  (ports: ComparePorts, configuration: DspConfiguration): TE.TaskEither<Rejection, Comparison> =>
  async () => {
    const { accountId } = configuration
    const campaignOf = ({ tagId }: { readonly tagId: string }) => partsOfTag(accountId, tagId)?.retailCampaignIdx ?? 0
    const reading = await ports.dspReadings.creatives(configuration)
    if (isDspFailure(reading)) return E.left(dspRejection(reading))
    if ('read' in reading) return E.left(stillReading(reading.read))
    const { before, creatives: listed } = reading
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
