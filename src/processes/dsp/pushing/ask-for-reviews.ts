import { type DspPushToDo, pushedWith } from '../../../../projections/dsp/dsp-pushes-to-do.ts'
import { activation } from '../../../domain/activation/activation.ts'
import { liveMessage } from '../../../domain/activation/channel.ts'
import { lastSnapshot, type RequestedActivation } from '../../../domain/activation/state.ts'
import type { DspConfiguration } from '../../../domain/dsp/configuration-events.ts'
import { dspConfigurations } from '../../../domain/dsp/configurations.ts'
import { dspExport } from '../../../domain/dsp/export.ts'
import type { DspExportState } from '../../../domain/dsp/export-state.ts'
import { isOverdue, type ReviewProgress, reviewProgress } from '../../../domain/dsp/reviews.ts'
import { campaignId } from '../../../domain/retail-campaigns/campaign-id.ts'
import { cut } from '../../../domain/shared/cut.ts'
import { count, someOf } from '../../../domain/shared/wording.ts'
import type { ExportTag } from '../../../dsp/export-tag.ts'
import { tagsOfSnapshot } from '../../../dsp/tags-of-campaign.ts'
import type { Step } from '../../../engine/react/process.ts'
import { settled } from '../../../engine/react/settled.ts'
import { timeOf } from '../../../ports/clock.ts'
import { isDspFailure } from '../../../ports/dsp.ts'

type PushStep = Step<DspPushToDo>
type Verdict = { readonly status: 'ACTIVE' | 'EXAMINE'; readonly message: string }

const named = (tagIds: readonly string[], tags: readonly ExportTag[]): string =>
  someOf(tags.filter(({ tagId }) => tagIds.includes(tagId)).map(({ adUnitName }) => adUnitName))

/** What is wrong with a run that the DSP has reviewed; nothing if it is live as it should be. */
const faultsOf = (
  { rejected, undecided }: ReviewProgress,
  { examine }: RequestedActivation,
  failed: number,
  tags: readonly ExportTag[],
): readonly string[] => [
  ...(rejected.length === 0 ? [] : [`The DSP rejected ${count(rejected.length, 'tag')}: ${named(rejected, tags)}.`]),
  ...(undecided.size === 0 ? [] : [`The DSP has not decided about ${count(undecided.size, 'tag')} in 14 days.`]),
  ...(failed === 0 ? [] : [`${count(failed, 'tag')} could not be exported to the DSP.`]),
  ...(examine === undefined ? [] : [examine]),
]

const verdictOf = (
  progress: ReviewProgress,
  state: RequestedActivation,
  failed: number,
  tags: readonly ExportTag[],
): Verdict => {
  const faults = faultsOf(progress, state, failed, tags)
  if (faults.length > 0) return { status: 'EXAMINE', message: cut(faults.join(' '), 4000) }
  const { warnings } = state
  const live = `${liveMessage(progress.approved)} The DSP approved all of them.`
  return { status: 'ACTIVE', message: cut(warnings === undefined ? live : `${live} ${warnings}`, 4000) }
}

/** Asks the DSP, and records what it has decided. A failure is logged: the next question is due all the same. */
const withReviews = async (
  step: PushStep,
  id: string,
  state: DspExportState,
  configuration: DspConfiguration,
  { undecided: tagIds, since, changedAt }: ReviewProgress,
): Promise<DspExportState> => {
  const { item, work, ports, signal } = step
  if (since === undefined) return state
  const reviews = await ports.dspReviews.decided(configuration, { tagIds, since, changedAt }, signal)
  if (isDspFailure(reviews)) {
    const { accountId, retailCampaignIdx } = item
    const { code, detail } = reviews
    ports.logger.warn({ accountId, retailCampaignIdx, code, detail }, 'the DSP could not be asked for its reviews')
    return state
  }
  const { dspAdvertiserId } = configuration
  const record = { kind: 'RecordReviews', dspAdvertiserId, reviews, at: timeOf(ports) } as const
  return settled(await work.execute(dspExport, id, record)).state
}

/** Tags of the snapshot that its export with this configuration could not export, if it is the last one. */
const failedOf = ({ current }: DspExportState, configId: number, snapshot: string): number =>
  current?.configId === configId && current.snapshot === snapshot ? current.failed : 0

/**
 * Asks the DSP for the reviews of a PUBLISHED campaign, unless another node has since they were due, and ends the wait once all are
 * decided, or after 14 days.
 */
export const askForReviews = async (due: string, step: PushStep): Promise<void> => {
  const { item, work, ports } = step
  const { accountId, retailCampaignIdx, activation: published, publishedAt = due } = item
  const [configId, snapshot] = [pushedWith(published), lastSnapshot(published)]
  if (published.status === 'NEW' || configId === undefined || snapshot === undefined) return
  const id = campaignId(accountId, retailCampaignIdx)
  const tags = await tagsOfSnapshot(snapshot, ports)
  const tagIds = tags.map(({ tagId }) => tagId)
  const configuration = (await work.load(dspConfigurations, accountId)).state.get(configId)
  const asked = settled(await work.execute(dspExport, id, { kind: 'AskForReviews', due, at: timeOf(ports) }))
  if (asked.events.length === 0) return
  const advertiserId = configuration?.dspAdvertiserId ?? asked.state.current?.dspAdvertiserId ?? 0
  const before = reviewProgress(tagIds, asked.state.tags, advertiserId)
  const state =
    configuration === undefined ? asked.state : await withReviews(step, id, asked.state, configuration, before)
  const progress = reviewProgress(tagIds, state.tags, advertiserId)
  if (progress.undecided.size > 0 && !isOverdue(publishedAt, timeOf(ports))) return
  const verdict = verdictOf(progress, published, failedOf(state, configId, snapshot), tags)
  const review = { kind: 'Review', run: published.run, ...verdict, at: timeOf(ports) } as const
  settled(await work.execute(activation, id, review))
}
