import { createPublicKey, verify } from 'node:crypto'
import { linkedBy, noLink } from '../../engine/write/chaining.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { type Seal, sealedText } from '../seal.ts'
import type { Fault } from './fault.ts'

/** A seal and the name of its file. */
export type NamedSeal = { readonly file: string; readonly seal: Seal }

const isSigned = (seal: Seal): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(seal.publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(sealedText(seal)), key, Buffer.from(seal.signature, 'base64'))
  } catch {
    return false
  }
}

/** Why a seal itself cannot be trusted; undefined if one of the keys signed it. */
export const untrusted = (seal: Seal, publicKeys: readonly string[]): string | undefined => {
  if (!isSigned(seal)) return 'its signature is wrong: the seal was changed'
  return publicKeys.includes(seal.publicKey)
    ? undefined
    : 'it was signed with another key; name the public key that you trust with --public-key'
}

/**
 * Compares a log, event by event in log order, with seals. A seal of another log is compared by the number of its events: a copy of a
 * log has other positions. `publicKeys`: those that are trusted.
 */
export const sealsCheck = (log: string, seals: readonly NamedSeal[], publicKeys: readonly string[]) => {
  const waiting = [...seals].sort((a, b) => a.seal.events - b.seal.events)
  const faults: Fault[] = seals.flatMap(({ file, seal }) => {
    const detail = untrusted(seal, publicKeys)
    return detail === undefined ? [] : [{ kind: 'seal', where: file, detail } as const]
  })
  let now = noLink
  let good = 0
  const compare = ({ file, seal }: NamedSeal): void => {
    const isSame = seal.head === now.head && (seal.log !== log || seal.position === `${now.position}`)
    if (isSame) good = seal.events
    else
      faults.push({
        kind: 'seal',
        where: file,
        detail: `an event after the first ${good} and up to the first ${seal.events} was changed, removed or added since ${seal.at}; restore a backup`,
      })
  }
  return {
    /** `hashed`: the hash of the event. */
    add(event: Recorded, hashed: string): void {
      if (waiting.length === 0) return
      now = linkedBy(now, event, hashed)
      for (; waiting[0] && waiting[0].seal.events <= now.events; waiting.shift()) compare(waiting[0])
    },
    /** `whole`: the log was read to its end. */
    end(whole: boolean): readonly Fault[] {
      for (const { file, seal } of waiting)
        faults.push({
          kind: 'seal',
          where: file,
          detail: whole
            ? `${seal.events} events were sealed on ${seal.at}, and the log has ${now.events}: events were removed; restore a backup`
            : 'could not be compared: the log was not read to its end',
        })
      return faults
    },
  }
}
