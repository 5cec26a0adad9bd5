/** Bytes that one request or response holds. */
export type Hold = {
  /** Holds this many bytes from now on; false, and nothing changes, if there is no room for them. */
  resize(bytes: number): boolean
  /** Like `resize`, but a holder of nothing else always has room. */
  resizeOrAlone(bytes: number): boolean
  release(): void
}

/** Whose bytes they are, for example an account, and the share of all bytes that it may hold. */
export type Holder = { readonly name: string; readonly share: number }

export type BytesInFlight = {
  /** The bytes count for each holder; the first one is the widest. */
  hold(...holders: readonly [Holder, ...Holder[]]): Hold
  /** All bytes held now. */
  total(): number
}

/**
 * Counts the bytes of request bodies and unsent answers that a node holds at a time, at most `bound` (HTTP-20). A body takes
 * several times its size while its request runs.
 */
export const bytesInFlight = (bound: number): BytesInFlight => {
  const byHolder = new Map<string, number>()
  let total = 0
  const heldBy = ({ name }: Holder): number => byHolder.get(name) ?? 0
  const add = (holder: Holder, bytes: number): void => {
    const held = heldBy(holder) + bytes
    if (held === 0) byHolder.delete(holder.name)
    else byHolder.set(holder.name, held)
  }
  const hasRoom = (holders: readonly Holder[], bytes: number): boolean =>
    total + bytes <= bound && holders.every(holder => heldBy(holder) + bytes <= bound * holder.share)
  return {
    hold: (...holders) => {
      let held = 0
      const force = (bytes: number): void => {
        total += bytes - held
        for (const holder of holders) add(holder, bytes - held)
        held = bytes
      }
      const resizeIf = (isAdmitted: (more: number) => boolean, bytes: number): boolean => {
        if (bytes > held && !isAdmitted(bytes - held)) return false
        force(bytes)
        return true
      }
      const isAlone = () => heldBy(holders[0]) === held
      return {
        resize: bytes => resizeIf(more => hasRoom(holders, more), bytes),
        resizeOrAlone: bytes => resizeIf(more => isAlone() || hasRoom(holders, more), bytes),
        release: () => force(0),
      }
    },
    total: () => total,
  }
}
