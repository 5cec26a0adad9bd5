import type { DspExportEvent } from './export-events.ts'
import { type DspRun, evolveDspRun } from './export-run.ts'
import { type ExportedTags, evolveTags, noTags } from './exported-tags.ts'

/** The exports of a campaign to the DSP. */
export type DspExportState = {
  /** The newest run. */
  readonly current: DspRun | undefined
  /** The configurations that the campaign was ever exported with. */
  readonly configurations: ReadonlySet<number>
  readonly tags: ExportedTags
  /**
   * By advertiser, the start of the first run since which a creative may exist that was not recorded, ISO 8601. A run that comes
   * to its end leaves none; one that fails may.
   */
  readonly unrecordedSince: ReadonlyMap<number, string>
}

export const neverExported: DspExportState = {
  current: undefined,
  configurations: new Set(),
  tags: noTags,
  unrecordedSince: new Map(),
}

/** Before the first creative of any campaign. */
const everSince = '2000-01-01T00:00:00.000Z'

const evolveUnrecorded = (
  since: DspExportState['unrecordedSince'],
  { dspAdvertiserId, startedAt }: DspRun,
  { type, data }: DspExportEvent,
): DspExportState['unrecordedSince'] => {
  // another creative of the tag may have taken the place of the one that is missing, at any time
  if (type === 'DspTagMissing') return new Map([...since, [data.dspAdvertiserId, everSince]])
  if (type === 'DspExportStarted')
    return since.has(dspAdvertiserId) ? since : new Map([...since, [dspAdvertiserId, startedAt]])
  if (type === 'DspExportCompleted' || type === 'DspCancellationCompleted')
    return new Map([...since].filter(([id]) => id !== dspAdvertiserId))
  return since
}

/** The exports after an event. */
export const evolveDspExport = (state: DspExportState, event: DspExportEvent): DspExportState => {
  const current = evolveDspRun(state.current, event)
  if (current === undefined) return state
  const { configurations, tags, unrecordedSince } = state
  return {
    current,
    configurations: configurations.has(current.configId)
      ? configurations
      : new Set([...configurations, current.configId]),
    tags: evolveTags(tags, current, event),
    unrecordedSince: evolveUnrecorded(unrecordedSince, current, event),
  }
}

/**
 * Since when to look at the DSP for creatives that were not recorded, before anything is created; undefined: all are recorded,
 * as no attempt of the run has begun and no run before it has failed (DSP-14).
 */
export const lookSince = ({ current, unrecordedSince }: DspExportState): string | undefined => {
  if (current === undefined) return undefined
  const since = unrecordedSince.get(current.dspAdvertiserId) ?? current.startedAt
  return current.begun !== undefined || since !== current.startedAt ? since : undefined
}
