import { activation } from '../../../src/domain/activation/activation.ts'
import type { Snapshot } from '../../../src/domain/activation/snapshot.ts'
import { dspConfigurations } from '../../../src/domain/dsp/configurations.ts'
import { dspBatchId, dspExport } from '../../../src/domain/dsp/export.ts'
import { exportTags } from '../../../src/dsp/export-tag.ts'
import type { AnyProcess } from '../../../src/engine/react/process.ts'
import type { Dsp } from '../../../src/ports/dsp.ts'
import { dspExportsProcess } from '../../../src/processes/dsp/dsp-exports.ts'
import { campaign } from '../examples/campaign.ts'
import { configuration } from '../examples/dsp.ts'
import type { StartedDsp } from '../servers/dsp.ts'
import { memoryBlobs } from './fakes.ts'
import { eventsOf } from './log.ts'
import { comesTrue, memoryNodes } from './node.ts'

const publicUrl = 'https://ads.test'
export const exportOfTwelve = 'acme:12'

/** A snapshot of campaign 12 with this many ad units. `versions`: by ad unit, what changes its tag. */
export const snapshotOf = (units: number, versions: Readonly<Record<number, string>> = {}): Snapshot => ({
  campaign: campaign({ clickthroughUrl: 'https://shop.test/' }),
  macroStyle: 'dsp',
  adServerName: 'DSP',
  mediaChannelName: '',
  units: Array.from({ length: units }, (_, i) => ({
    adUnit: { adUnitId: i + 1, adUnitName: `Unit ${i + 1}`, dimension: '80x40', htmlSha256: 'h' },
    creativeNames: ['one'],
    tag: `<ins data-unit="${i + 1}">${versions[i + 1] ?? ''}</ins>`,
    impressionTrackers: [],
    clickTrackers: [],
  })),
  creatives: [],
})

/** Nodes in memory whose exports go to a started DSP; `dspOf` puts something between it and the node that asks now. */
export const exportingNodes = async (
  started: Pick<StartedDsp, 'dsp' | 'access' | 'advertiserId'>,
  dsp: Dsp = started.dsp,
) => {
  const blobs = memoryBlobs()
  const config = { publicUrl, mailLimit: 200 }
  const nodes = memoryNodes({ blobs, config, dsp, dspAccess: { of: () => started.access } })
  const at = () => nodes.clock.now().toISOString()
  const own = configuration({ dspAdvertiserId: started.advertiserId })
  await nodes.does(dspConfigurations, 'acme', { kind: 'CreateConfiguration', configuration: own, at: at() })
  const run = async () => (await nodes.work().load(dspExport, exportOfTwelve)).state.current
  const events = () => eventsOf(nodes.log, dspExport)
  const ended = () =>
    events().filter(({ type }) => /^Dsp(ExportCompleted|ExportFailed|CancellationCompleted)$/.test(type)).length
  /** Stores a snapshot; its SHA-256. */
  const stored = async (snapshot: Snapshot) => (await blobs.put(Buffer.from(JSON.stringify(snapshot)))).sha256
  return {
    ...nodes,
    run,
    events,
    ended,
    stored,
    activated: async () => (await nodes.work().load(activation, exportOfTwelve)).state,
    work: (worker = 'one', processes: readonly AnyProcess[] = [dspExportsProcess]) => nodes.start(processes, worker),
    /** Starts an export of a snapshot. */
    async start(snapshot: Snapshot) {
      const sha256 = await stored(snapshot)
      const { configId, dspPartnerId, dspAdvertiserId } = own
      const asked = { configId, dspPartnerId, dspAdvertiserId, snapshot: sha256, tags: exportTags(snapshot, publicUrl) }
      const batchIdOf = (n: number) => dspBatchId(12, n)
      return nodes.does(dspExport, exportOfTwelve, { kind: 'StartExport', ...asked, batchIdOf, at: at() })
    },
    cancel: () => nodes.does(dspExport, exportOfTwelve, { kind: 'CancelExport', configId: own.configId, at: at() }),
    deleteConfiguration: () =>
      nodes.does(dspConfigurations, 'acme', { kind: 'DeleteConfiguration', configId: own.configId, at: at() }),
    /** Waits until so many runs have ended. */
    ends: (runs = 1) => comesTrue(() => ended() >= runs, `${runs} runs end`),
    /** Lets a pause after a failure, or the lease of a dead node, pass. */
    later(ms: number) {
      nodes.look()
      nodes.clock.pass(ms)
      nodes.look()
    },
  }
}
export type ExportingNodes = Awaited<ReturnType<typeof exportingNodes>>

/** The creatives of a started DSP by integration code, active ones only. */
export const activeAt = ({ sandbox }: Pick<StartedDsp, 'sandbox'>): readonly string[] =>
  Array.from(sandbox.store.all())
    .filter(({ input }) => input.entityStatus === 'ENTITY_STATUS_ACTIVE')
    .map(({ input }) => input.integrationCode ?? '')
    .sort((a, b) => Number(a.split(':')[2]) - Number(b.split(':')[2]))

/** The ids of the tags of so many ad units of a campaign of account acme. */
export const tagIdsOf = (campaign: number, units: number): readonly string[] =>
  Array.from({ length: units }, (_, i) => `acme:${campaign}:${i + 1}`)
/** The same, of campaign 12. */
export const tagIds = (units: number): readonly string[] => tagIdsOf(12, units)
