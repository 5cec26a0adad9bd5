import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import { dspExport } from '../../domain/dsp/export.ts'
import type { HashedTag, OfCreative } from '../../domain/dsp/export-plan.ts'
import type { DspRun } from '../../domain/dsp/export-run.ts'
import type { Difference } from '../../domain/dsp/reconcile.ts'
import { type DspRepair, mostCampaigns } from '../../domain/dsp/repair.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { executed, hasChanged } from '../../engine/write/steps.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { partsOfTag } from '../export-tag.ts'
import { startExport } from '../start-export.ts'
import { type CampaignTags, tagsFromLog } from '../tags-of-campaign.ts'
import { archiveTwins } from './archive-twins.ts'
import type { Comparison } from './compare.ts'

/** What was found at the DSP, and where to. */
type Repairing = {
  readonly work: Pick<Work, 'load' | 'execute'>
  readonly ports: Ports
  readonly configuration: DspConfiguration
  readonly comparison: Comparison
}

/** What a repair does about a campaign. */
type OfCampaign = { readonly twins: readonly OfCreative[]; readonly missing: readonly Difference[] }

type Outcome = 'started' | 'running' | 'nothing' | { readonly reason: string }

const byCampaign = (
  { configuration: { accountId }, comparison }: Repairing,
  twins: readonly OfCreative[],
  missing: readonly Difference[],
): ReadonlyMap<number, OfCampaign & { readonly run: DspRun }> => {
  const campaignOf = ({ tagId }: { readonly tagId: string }) => partsOfTag(accountId, tagId)?.retailCampaignIdx ?? 0
  const [twinsOf, missingOf] = [Map.groupBy(twins, campaignOf), Map.groupBy(missing, campaignOf)]
  const all = [...new Set([...twinsOf.keys(), ...missingOf.keys()])]
  return new Map(
    all.flatMap(campaign => {
      const run = comparison.runs.get(campaign)
      const found = { twins: twinsOf.get(campaign) ?? [], missing: missingOf.get(campaign) ?? [] }
      return run ? [[campaign, { ...found, run }]] : []
    }),
  )
}

/** The tags that are missing; those that are not exported any more are marked. */
const missingTags = (missing: readonly Difference[], wanted: readonly HashedTag[] | undefined) => {
  const present = wanted && new Set(wanted.map(({ tagId }) => tagId))
  return missing.map(({ tagId, creativeId, isGone }) => ({
    tagId,
    ...(isGone && creativeId !== undefined ? { creativeId } : {}),
    ...(present && !present.has(tagId) ? { adUnitGone: true as const } : {}),
  }))
}

/**
 * Records what was found of a campaign, and starts its export if it lacks tags. Always in this order: a repeat of the request recognises
 * what it has done by that.
 */
const repairCampaign = (
  { work, ports, configuration }: Repairing,
  campaign: number,
  { twins, missing, run }: OfCampaign & { readonly run: DspRun },
): TE.TaskEither<Rejection, Outcome> => {
  const id = campaignId(configuration.accountId, campaign)
  const { configId, batchId, dspAdvertiserId } = run
  const at = timeOf(ports)
  const recorded = (wanted: readonly HashedTag[] | undefined) => {
    const found = { configId, batchId, dspAdvertiserId, twins, missing: missingTags(missing, wanted) }
    return executed(work, dspExport, id, { kind: 'RepairTags', ...found, at })
  }
  const exported = (made: CampaignTags): TE.TaskEither<Rejection, Outcome> =>
    pipe(
      startExport(work, id, { configuration, made }, at),
      TE.map((done): Outcome => {
        if (hasChanged(done)) return 'started'
        return done.state.current?.status === 'running' ? 'running' : 'nothing'
      }),
      TE.orElse(refusal),
    )
  if (missing.length === 0)
    return pipe(
      recorded(undefined),
      TE.map((): Outcome => 'nothing'),
    )
  return async () => {
    const made = await tagsFromLog(work, id, ports)()
    const done = await recorded(E.isRight(made) ? made.right.tags : undefined)()
    if (E.isLeft(done)) return done
    return E.isRight(made) ? exported(made.right)() : refusal(made.left)()
  }
}

const refusal = ({ detail }: Rejection): TE.TaskEither<Rejection, Outcome> => TE.right({ reason: detail })

/** Makes the DSP what the log says, as far as that needs no decision (DSP-28). What it has done is for the caller to record. */
export const repairAtDsp =
  (repairing: Repairing): TE.TaskEither<Rejection, DspRepair> =>
  async () => {
    const { ports, configuration, comparison } = repairing
    const { missing, twins, orphans, changed, rejected } = comparison.differences
    const { archived, failure } = await archiveTwins(ports, configuration, twins)
    const lacking = byCampaign(repairing, [], missing)
    const now = new Set([...lacking.keys()].slice(0, mostCampaigns))
    const missingNow = [...lacking].flatMap(([campaign, found]) => (now.has(campaign) ? found.missing : []))
    const outcomes: (readonly [number, Outcome])[] = []
    for (const [campaign, found] of byCampaign(repairing, archived, missingNow)) {
      const outcome = await repairCampaign(repairing, campaign, found)()
      if (E.isLeft(outcome)) return outcome
      outcomes.push([campaign, outcome.right])
    }
    const having = (wanted: Outcome) => outcomes.filter(([, is]) => is === wanted).map(([campaign]) => campaign)
    return E.right({
      twinsArchived: archived.length,
      twinsRemaining: twins.length - archived.length,
      tagsMissing: missingNow.length,
      exportsStarted: having('started'),
      exportsRunning: [...having('running'), ...comparison.running].slice(0, mostCampaigns),
      notExported: outcomes.flatMap(([retailCampaignIdx, is]) =>
        typeof is === 'string' ? [] : [{ retailCampaignIdx, reason: is.reason }],
      ),
      campaignsRemaining: lacking.size - now.size,
      ...{ orphans: orphans.length, changed: changed.length, rejected: rejected.length },
      ...(failure === undefined ? {} : { warning: failure }),
    })
  }
