import { LRUCache } from 'lru-cache'
import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import { atMost } from '../../engine/pause.ts'
import { type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { DspReading, DspReadings } from '../../ports/dsp-readings.ts'
import type { Ports } from '../../ports/ports.ts'
import { notWithin } from '../deadline.ts'
import { partsOfTag, tagHashOf } from '../export-tag.ts'
import { exportsAt } from './exports-at.ts'

/** A reading that runs, or whose result nobody has got yet. */
type Held = {
  readonly done: Promise<DspReading | DspFailure>
  readonly stop: AbortController
  /** Creatives that it has seen, of all accounts. */
  readonly progress: { read: number }
}

/** Milliseconds for which a request waits. */
const mostWaitMs = 30_000
/** Milliseconds for which a result waits for who asked for it: a client repeats within seconds. */
const keptMs = 60_000
/** Readings of a node, of all accounts. For one more, the oldest one of the account that has most ends. */
const mostHeld = 20
/** Why a reading ended for the next one. */
const tooMany: DspFailure = {
  code: 'rate-limited',
  detail: 'Too many comparisons of the account run at the same time. Send the request again when others have ended.',
  transient: true,
}

const keyOf = ({ accountId, dspPartnerId, dspAdvertiserId }: DspConfiguration): string =>
  `${accountId} ${dspPartnerId} ${dspAdvertiserId}`

/** Reads the creatives of the DSP on this node (ADR 0173). `waitMs`: for tests. */
export const openDspReadings = ({
  waitMs = mostWaitMs,
  ...ports
}: Pick<Ports, 'dsp' | 'dspAccess' | 'readModels'> & { readonly waitMs?: number }): DspReadings => {
  const readings = new LRUCache<string, Held>({
    max: mostHeld,
    ttlAutopurge: true,
    dispose: ({ stop }, _, reason) => {
      if (reason !== 'set') stop.abort()
    },
  })

  const read = async (configuration: DspConfiguration, progress: Held['progress'], signal: AbortSignal) => {
    const { accountId, dspPartnerId, dspAdvertiserId: advertiserId } = configuration
    const before = await exportsAt(ports, configuration)
    const isWanted = (tagId: string) => {
      progress.read++
      return partsOfTag(accountId, tagId) !== undefined
    }
    const find = { advertiserId, isWanted, hashTag: tagHashOf }
    const creatives = await ports.dsp.findCreatives(ports.dspAccess.of(accountId, dspPartnerId), find, signal)
    return isDspFailure(creatives) ? creatives : { before, creatives }
  }
  /** Ends a reading, so that no account that begins many ends those of others. */
  const makeRoom = (): void => {
    if (readings.size < mostHeld) return
    // the oldest one is the last of its group
    const groups = Map.groupBy(readings.entries(), ([key]) => key.split(' ', 1)[0])
    const [most] = [...groups.values()].sort((a, b) => b.length - a.length)
    const [key, held] = most?.at(-1) ?? []
    if (key === undefined) return
    held?.stop.abort(tooMany)
    readings.delete(key)
  }
  const begin = (configuration: DspConfiguration): Held => {
    makeRoom()
    const key = keyOf(configuration)
    const [stop, progress] = [new AbortController(), { read: 0 }]
    const held = { stop, progress, done: read(configuration, progress, stop.signal) }
    readings.set(key, held)
    const keep = () => void (readings.peek(key) === held && readings.set(key, held, { ttl: keptMs }))
    held.done.then(keep, keep)
    return held
  }
  const forget = (key: string, held: Held): void => {
    if (readings.peek(key) === held) readings.delete(key)
  }

  return {
    async creatives(configuration) {
      const key = keyOf(configuration)
      const held = readings.get(key) ?? begin(configuration)
      const readBefore = held.progress.read
      let result: DspReading | DspFailure | undefined
      try {
        const done = held.done.then(reading => {
          result = reading
        })
        await atMost(waitMs, done)
        if (held.stop.signal.reason === tooMany) return tooMany
        if (result === undefined && held.progress.read > readBefore) return { read: held.progress.read }
      } catch (error) {
        forget(key, held)
        throw error
      }
      forget(key, held)
      const isGivenUp = result === undefined || (isDspFailure(result) && result.code === 'ended')
      return isGivenUp ? notWithin(waitMs) : result!
    },
    close: () => readings.clear(),
  }
}
