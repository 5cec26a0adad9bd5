/** Bytes that one request or response holds. */
export type Hold = {
  /** Holds this many bytes from now on; false, and nothing changes, if there is no room for them. */
  resize(bytes: number): boolean
  /** Like `resize`, but a holder of nothing else always has room. */
  resizeOrAlone(bytes: number): boolean
  release(): void
}

export type BytesInFlight = {
  /** `holder`: whose bytes they are, for example an account. */
  hold(holder: string): Hold
  /** All bytes held now. */
  total(): number
}

/** One holder may take at most this share of all, so that there is always room for another one. */
const shareOfOne = 0.5

/**
 * Counts the bytes of request bodies and unsent answers that a node holds at a time, at most `bound` (HTTP-20). A body takes
 * several times its size while its request runs.
 */
export const bytesInFlight = (bound: number): BytesInFlight => {
  const byHolder = new Map<string, number>()
  let total = 0
  const add = (holder: string, bytes: number): void => {
    total += bytes
    const held = (byHolder.get(holder) ?? 0) + bytes
    if (held === 0) byHolder.delete(holder)
    else byHolder.set(holder, held)
  }
  const hasRoom = (holder: string, bytes: number): boolean =>
    total + bytes <= bound && (byHolder.get(holder) ?? 0) + bytes <= bound * shareOfOne
  return {
    hold: holder => {
      let held = 0
      const force = (bytes: number): void => {
        add(holder, bytes - held)
        held = bytes
      }
      const resizeIf = (isAdmitted: (more: number) => boolean, bytes: number): boolean => {
        if (bytes > held && !isAdmitted(bytes - held)) return false
        force(bytes)
        return true
      }
      const isAlone = () => (byHolder.get(holder) ?? 0) === held
      return {
        resize: bytes => resizeIf(more => hasRoom(holder, more), bytes),
        resizeOrAlone: bytes => resizeIf(more => isAlone() || hasRoom(holder, more), bytes),
        release: () => force(0),
      }
    },
    total: () => total,
  }
}
