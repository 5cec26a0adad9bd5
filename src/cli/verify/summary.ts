import type { Fault } from '../../audit/verify/fault.ts'
import { printable } from '../../domain/shared/printable.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'

/** What `verify --json` prints. */
export type Verified = {
  readonly ok: boolean
  readonly events: number
  /** Events in the hash chain. */
  readonly chained: number
  /** The seals that the log was compared with. */
  readonly seals: readonly {
    readonly file: string
    readonly position: string
    readonly events: number
    readonly at: string
    /** The time stamp beside it. */
    readonly stamp?: TimeStamp
  }[]
  readonly documents: number
  readonly blobs: number
  readonly secrets: number
  readonly faults: readonly Fault[]
}

const counted = (n: number, one: string, several: string): string => `${n} ${n === 1 ? one : several}`

const stampText = ({ at, authority, isTrusted }: TimeStamp): string =>
  `existed at ${at.toISOString()}, says ${authority}${isTrusted ? '' : ', who was not checked: use --timestamp-ca'}`

/** The result for people: a line for each fault, the sums, and what was compared besides. */
export const summary = (verified: Verified): string => {
  const { ok, events, chained, seals, documents, blobs, secrets, faults } = verified
  const checked = `${events} events, ${documents} documents, ${blobs} files, ${secrets} secrets`
  const sum = ok
    ? `everything matches the log: ${checked}`
    : `${counted(faults.length, 'fault', 'faults')} in ${checked}`
  const unchained = `${counted(events - chained, 'event is', 'events are')} not in the hash chain yet`
  const intact = seals.filter(({ file }) => !faults.some(({ kind, where }) => kind === 'seal' && where === file))
  return [
    ...faults.map(f => printable(`${f.kind} ${f.where}: ${f.detail}`)),
    sum,
    ...(events > chained ? [unchained] : []),
    ...intact.map(({ file, events: n, at }) => `${file}: the first ${n} events are as they were sealed on ${at}`),
    ...intact.flatMap(({ file, stamp }) => (stamp === undefined ? [] : [printable(`${file}: ${stampText(stamp)}`)])),
  ].join('\n')
}
