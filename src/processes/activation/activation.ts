import { type ActivationToDo, activationsToDo } from '../../../projections/activation/activations-to-do.ts'
import { activation } from '../../domain/activation/activation.ts'
import { liveMessage } from '../../domain/activation/channel.ts'
import type { Snapshot } from '../../domain/activation/snapshot.ts'
import type { ExportFault, ExportFormat } from '../../domain/exports/events.ts'
import { exportId, exportOf } from '../../domain/exports/export.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { type Claim, process } from '../../engine/react/process.ts'
import { held, settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import type { Work } from '../../engine/write/execute.ts'
import { type CampaignContent, contentFromLog } from '../../lookups/campaign-from-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { checkedPairs } from '../../rendering/checked-pairs.ts'
import { zipFilename, zipOfDrawings } from '../../rendering/zip-of-drawings.ts'
import { runOf, snapshotOf } from './take-snapshot.ts'

const at = ({ clock }: Ports) => clock.now().toISOString()
const idOf = (item: ActivationToDo) => campaignId(item.accountId, item.retailCampaignIdx)
const generated: Readonly<Record<string, ExportFormat>> = { png: 'png', gif: 'gif', video: 'mp4', tiff: 'tiff' }

/** The percentages that the two long steps run between; tags and the snapshot are quick. */
const span = { check: [5, 60], assets: [60, 98] } as const
const within = ([from, to]: readonly [number, number], done: number, total: number) =>
  Math.floor(from + ((to - from) * done) / Math.max(1, total))

/** Names what could not be made, so that nobody has to guess (decision 18). */
const faultMessage = (faults: readonly ExportFault[]): string => {
  const named = faults.slice(0, 10).map(f => `${f.item} (${f.code}: ${f.detail})`)
  return `${named.join('; ')}${faults.length > named.length ? `; and ${faults.length - named.length} more` : ''}`.slice(
    0,
    4000,
  )
}

type Step = {
  readonly item: ActivationToDo
  readonly claim: Claim
  readonly work: Work
  readonly ports: Ports
  readonly signal: AbortSignal
}

const progress =
  ({ item, claim, work, ports }: Step) =>
  async (percentage: number, message: string): Promise<void> => {
    const step = { kind: 'Progress', attempt: claim.attempt, percentage, message, at: at(ports) } as const
    settled(await work.execute(activation, idOf(item), step))
  }

/** The assets that were asked for along with the activation, recorded as available, never as initiated (decision 24). */
const makeAssets = async (step: Step, content: CampaignContent): Promise<readonly ExportFault[]> => {
  const { item, work, ports, signal } = step
  const format = generated[item.activation.assetGenerationType ?? '']
  if (format === undefined) return []
  const { accountId, retailCampaignIdx } = item
  const tell = progress(step)
  const made = await zipOfDrawings(
    {
      accountId,
      adUnits: content.campaign.adUnits,
      creatives: [...content.creatives.creatives.values()],
      format,
      resolution: 1,
      signal,
      progressed: throttled(ports.clock, (done, failed, total) =>
        tell(within(span.assets, done + failed, total), `${done} of ${total} ${format} files are made.`),
      ),
    },
    ports,
  )
  if (made.failed === made.total) return made.faults
  const key = { accountId, retailCampaignIdx, mode: 'production', format, resolution: 1 } as const
  const { zip, size } = made
  const filename = zipFilename(content.campaign.retailCampaignName, format, 1)
  const available = {
    kind: 'MakeAvailable' as const,
    zip,
    size,
    filename,
    contentHash: content.contentHash,
    at: at(ports),
  }
  settled(await work.execute(exportOf, exportId(key), available))
  return made.faults
}

const complete = async (
  { item, claim, work, ports }: Step,
  content: CampaignContent,
  snapshot: Snapshot,
  faults: readonly ExportFault[],
) => {
  const { sha256 } = await ports.blobs.put(Buffer.from(JSON.stringify(snapshot)))
  const status = faults.length === 0 ? ('ACTIVE' as const) : ('EXAMINE' as const)
  const message =
    faults.length === 0
      ? liveMessage(snapshot.units.length)
      : `Some ad units could not be made: ${faultMessage(faults)}`
  const done = {
    kind: 'Complete' as const,
    attempt: claim.attempt,
    status,
    message,
    snapshot: sha256,
    contentHash: content.contentHash,
    at: at(ports),
  }
  settled(await work.execute(activation, idOf(item), done))
}

const perform = async (step: Step): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { accountId, retailCampaignIdx } = item
  const content = settled(await contentFromLog(work, accountId, retailCampaignIdx)())
  const fail = async (message: string) =>
    void settled(
      await work.execute(activation, idOf(item), { kind: 'Fail', attempt: claim.attempt, message, at: at(ports) }),
    )
  if (content.contentHash !== item.activation.contentHash)
    return fail(
      'The campaign was changed while it was being activated; activate it again (approval may be needed again).',
    )
  const run = await runOf(work, item.activation, content.campaign)
  if ('missing' in run) return fail(run.missing)
  const tell = progress(step)
  await tell(span.check[0], 'Checking every creative in every ad unit.')
  const checked = await checkedPairs(
    content,
    ports,
    signal,
    throttled(ports.clock, (done, total) =>
      tell(within(span.check, done, total), `${done} of ${total} previews are made.`),
    ),
  )
  if (checked.shown.length === 0) return fail(`Nothing could be made: ${faultMessage(checked.faults)}`)
  const snapshot = await snapshotOf(content, checked.shown, run, ports)
  if (snapshot.units.length > 0)
    await tell(span.check[1], `Tags and trackers for ${snapshot.units.length} ad units are made.`)
  const broken = await makeAssets(step, content)
  const known = new Set(checked.faults.map(f => f.item))
  await complete(step, content, snapshot, [...checked.faults, ...broken.filter(f => !known.has(f.item))])
}

/** Brings campaigns live: checks, tags and trackers, and the assets that were asked for (decisions 18 to 20). */
export const activationProcess = process<ActivationToDo>({
  name: 'activation',
  todo: activationsToDo,
  concurrency: 2,
  start: async (item, claim, work, ports) =>
    held(await work.execute(activation, idOf(item), { kind: 'StartActivation', ...claim, at: at(ports) })),
  heartbeat: async (item, { attempt }, work, ports) =>
    held(await work.execute(activation, idOf(item), { kind: 'ShowLife', attempt, at: at(ports) })),
  async release(item, { attempt }, work, ports) {
    held(await work.execute(activation, idOf(item), { kind: 'ReleaseAttempt', attempt, at: at(ports) }))
  },
  async fail(item, { attempt }, reason, work, ports) {
    held(await work.execute(activation, idOf(item), { kind: 'FailAttempt', attempt, reason, at: at(ports) }))
  },
  perform: (item, claim, work, ports, signal) => perform({ item, claim, work, ports, signal }),
})
