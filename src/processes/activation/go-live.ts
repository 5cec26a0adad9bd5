import { Readable } from 'node:stream'
import type { ActivationToDo } from '../../../projections/activation/activations-to-do.ts'
import { type ActivationCommand, activation, needsApproval } from '../../domain/activation/activation.ts'
import { liveMessage } from '../../domain/activation/channel.ts'
import { overReason } from '../../domain/activation/over.ts'
import { snapshotParts } from '../../domain/activation/snapshot-text.ts'
import type { RequestedActivation } from '../../domain/activation/state.ts'
import { trackerFault } from '../../domain/activation/tracker-fault.ts'
import type { ExportFault, ExportFormat } from '../../domain/exports/events.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { cut } from '../../domain/shared/cut.ts'
import { count } from '../../domain/shared/wording.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { approvalFromLog } from '../../lookups/ready-to-activate.ts'
import { shownContent } from '../../lookups/shown-content.ts'
import { timeOf } from '../../ports/clock.ts'
import { checkedPairs } from '../../rendering/checked-pairs.ts'
import { emptyPictures } from '../../rendering/empty-pictures.ts'
import { makeExportAvailable } from '../exports/zip-of-campaign.ts'
import { runOf, snapshotOf } from './take-snapshot.ts'
import { warningsOf } from './warnings.ts'

/** `assets`: the format of the requested assets. */
export type GoLive = {
  readonly do: 'go-live'
  readonly activation: RequestedActivation
  readonly assets?: ExportFormat
}

/** The percentages at which the two long steps start and end. Tags and the snapshot are quick. */
const span = { check: [5, 60], assets: [60, 98] } as const
const within = ([from, to]: readonly [number, number], done: number, total: number) =>
  Math.floor(from + ((to - from) * done) / Math.max(1, total))

/** Names what could not be rendered, so that users need not guess (ACTIVATION-3). */
const faultMessage = (faults: readonly ExportFault[]): string => {
  const named = faults.slice(0, 10).map(f => `${f.item} (${f.code}: ${f.detail})`)
  const more = faults.length > named.length ? `; and ${faults.length - named.length} more` : ''
  return cut(`${named.join('; ')}${more}`, 4000)
}

/** The outcome of a run that has a snapshot. `warnings`: sentences about what is live all the same. */
const endOf = (tags: number, warnings: string, faults: readonly ExportFault[]) =>
  faults.length === 0
    ? ({ status: 'ACTIVE', message: cut(`${liveMessage(tags)}${warnings}`, 4000) } as const)
    : ({
        status: 'EXAMINE',
        message: cut(`Some ad units could not be rendered: ${faultMessage(faults)}${warnings && `.${warnings}`}`, 4000),
      } as const)

/** What is recorded of a run whose tags go to the DSP: its status follows from the review there, or from what could not be rendered. */
const pushOf = (
  tags: number,
  warnings: string,
  { status, message }: { readonly status: 'ACTIVE' | 'EXAMINE'; readonly message: string },
) => ({
  message: `${count(tags, 'tag')} ${tags === 1 ? 'is' : 'are'} being pushed to the DSP.`,
  ...(status === 'EXAMINE' ? { examine: message } : {}),
  ...(status === 'ACTIVE' && warnings !== '' ? { warnings: cut(warnings.trim(), 3_500) } : {}),
})

const changed = 'The campaign was changed while it was being activated. Activate it again; it may need a new approval.'

/** Checks every creative in every ad unit, takes the snapshot, renders the assets, and records the outcome of the run. */
export const goLive = async ({ activation: requested, assets }: GoLive, step: Step<ActivationToDo>): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { accountId, retailCampaignIdx } = item
  const { attempt } = claim
  const record = async (command: ActivationCommand) =>
    void settled(await work.execute(activation, campaignId(accountId, retailCampaignIdx), command))
  const report = (percentage: number, message: string) =>
    record({ kind: 'Progress', attempt, percentage, message, at: timeOf(ports) })
  const fail = (message: string) => record({ kind: 'Fail', attempt, message, at: timeOf(ports) })

  const log = settled(await contentFromLog(work, accountId, retailCampaignIdx, ports)())
  const { contentHash } = log
  if (contentHash !== requested.contentHash) return fail(changed)
  // a job may be tried again days later, when the campaign is over, or when approvers were added or have rejected the content
  const over = overReason(log.campaign.endDate, timeOf(ports))
  if (over !== undefined) return fail(over)
  const approval = await approvalFromLog(work, log)
  if (approval !== 'Approved') return fail(needsApproval[approval])
  const content = await shownContent(log, ports)
  if (content.refused !== undefined) return fail(content.refused)
  const run = await runOf(work, requested, content.campaign)
  if ('refused' in run) return fail(run.refused)

  await report(span.check[0], 'Checking every creative in every ad unit.')
  const checking = throttled(ports.clock, (done: number, total: number) =>
    report(within(span.check, done, total), `${done} of ${total} previews have been rendered.`),
  )
  const { shown, faults, ...found } = await checkedPairs(content, ports, signal, checking)
  if (shown.length === 0) return fail(`Nothing could be rendered: ${faultMessage(faults)}`)
  const snapshot = await snapshotOf(content, shown, run, ports)
  const unservable = trackerFault(snapshot)
  if (unservable !== undefined) return fail(unservable)
  const tags = snapshot.units.length
  if (tags > 0) await report(span.check[1], `Tags and trackers for ${tags} ad units have been created.`)

  const drawing = throttled(ports.clock, (done: number, failed: number, total: number) =>
    report(within(span.assets, done + failed, total), `${done} of ${total} ${assets} files have been rendered.`),
  )
  const key = { accountId, retailCampaignIdx, mode: 'production', resolution: 1 } as const
  const broken =
    assets === undefined ? [] : await makeExportAvailable(content, { ...key, format: assets }, step, drawing)
  const known = new Set(faults.map(f => f.item))
  const warnings = warningsOf(
    {
      content,
      ...found,
      emptyPictures: await emptyPictures(accountId, shown, ports),
      snapshot,
      trackersSelected: requested.trackersSelected,
    },
    ports.trackerTypes,
  )
  const end = endOf(tags, warnings, [...faults, ...broken.filter(f => !known.has(f.item))])
  const { sha256, size: bytes } = await ports.blobs.put(Readable.from(snapshotParts(snapshot)))
  const made = { attempt, snapshot: sha256, bytes, contentHash, at: timeOf(ports) }
  if (requested.channel?.dspConfigId === undefined) await record({ kind: 'Complete', ...made, ...end })
  else await record({ kind: 'RequestPush', ...made, ...pushOf(tags, warnings, end) })
}
