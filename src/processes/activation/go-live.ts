import type { ActivationToDo } from '../../../projections/activation/activations-to-do.ts'
import { type ActivationCommand, activation } from '../../domain/activation/activation.ts'
import { liveMessage } from '../../domain/activation/channel.ts'
import type { RequestedActivation } from '../../domain/activation/state.ts'
import type { ExportFault, ExportFormat } from '../../domain/exports/events.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { timeOf } from '../../ports/clock.ts'
import { checkedPairs } from '../../rendering/checked-pairs.ts'
import { makeAlong } from '../exports/zip-of-campaign.ts'
import { runOf, snapshotOf } from './take-snapshot.ts'

/** `assets`: the format of the assets that are made along. */
export type GoLive = {
  readonly do: 'go-live'
  readonly activation: RequestedActivation
  readonly assets?: ExportFormat
}

/** The percentages that the two long steps run between; tags and the snapshot are quick. */
const span = { check: [5, 60], assets: [60, 98] } as const
const within = ([from, to]: readonly [number, number], done: number, total: number) =>
  Math.floor(from + ((to - from) * done) / Math.max(1, total))

/** Names what could not be made, so that nobody has to guess (decision 18). */
const faultMessage = (faults: readonly ExportFault[]): string => {
  const named = faults.slice(0, 10).map(f => `${f.item} (${f.code}: ${f.detail})`)
  const more = faults.length > named.length ? `; and ${faults.length - named.length} more` : ''
  return `${named.join('; ')}${more}`.slice(0, 4000)
}

/** What a run with a snapshot comes to. */
const endOf = (tags: number, faults: readonly ExportFault[]) =>
  faults.length === 0
    ? ({ status: 'ACTIVE', message: liveMessage(tags) } as const)
    : ({ status: 'EXAMINE', message: `Some ad units could not be made: ${faultMessage(faults)}` } as const)

const changed =
  'The campaign was changed while it was being activated; activate it again (approval may be needed again).'

/** Checks every creative in every ad unit, takes the snapshot, makes the assets, and records the end of the run. */
export const goLive = async ({ activation: asked, assets }: GoLive, step: Step<ActivationToDo>): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { accountId, retailCampaignIdx } = item
  const { attempt } = claim
  const record = async (command: ActivationCommand) =>
    void settled(await work.execute(activation, campaignId(accountId, retailCampaignIdx), command))
  const report = (percentage: number, message: string) =>
    record({ kind: 'Progress', attempt, percentage, message, at: timeOf(ports) })
  const fail = (message: string) => record({ kind: 'Fail', attempt, message, at: timeOf(ports) })

  const content = settled(await contentFromLog(work, accountId, retailCampaignIdx)())
  const { contentHash } = content
  if (contentHash !== asked.contentHash) return fail(changed)
  const run = await runOf(work, asked, content.campaign)
  if ('missing' in run) return fail(run.missing)

  await report(span.check[0], 'Checking every creative in every ad unit.')
  const checking = throttled(ports.clock, (done: number, total: number) =>
    report(within(span.check, done, total), `${done} of ${total} previews are made.`),
  )
  const { shown, faults } = await checkedPairs(content, ports, signal, checking)
  if (shown.length === 0) return fail(`Nothing could be made: ${faultMessage(faults)}`)
  const snapshot = await snapshotOf(content, shown, run, ports)
  const tags = snapshot.units.length
  if (tags > 0) await report(span.check[1], `Tags and trackers for ${tags} ad units are made.`)

  const drawing = throttled(ports.clock, (done: number, failed: number, total: number) =>
    report(within(span.assets, done + failed, total), `${done} of ${total} ${assets} files are made.`),
  )
  const key = { accountId, retailCampaignIdx, mode: 'production', resolution: 1 } as const
  const broken = assets === undefined ? [] : await makeAlong(content, { ...key, format: assets }, step, drawing)
  const known = new Set(faults.map(f => f.item))
  const end = endOf(tags, [...faults, ...broken.filter(f => !known.has(f.item))])
  const { sha256 } = await ports.blobs.put(Buffer.from(JSON.stringify(snapshot)))
  await record({ kind: 'Complete', attempt, ...end, snapshot: sha256, contentHash, at: timeOf(ports) })
}
