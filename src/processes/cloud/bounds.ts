/** How much one copy may take (CLOUD-8), so that a service under somebody's control cannot keep a node busy for ever. */
export type Bounds = {
  /** Objects of a request, earlier attempts included. */
  readonly objects: number
  /** Pages of listings in one pass; one has up to 1,000 objects, but a service may send fewer. */
  readonly pages: number
  /** Milliseconds without a new page, a settled object or another MiB. */
  readonly stallMs: number
}

/** More pages than folders in a request (10,000): each folder has at least one. */
export const usualBounds: Bounds = { objects: 1_000_000, pages: 20_000, stallMs: 300_000 }

/** A key or a page token of this length is not from an object store; both become part of events. */
export const longestName = 4_096

/** The request is beyond the bounds, so no further attempt could succeed. The message is for people. */
export class BeyondBounds extends Error {
  override readonly name = 'BeyondBounds'
}

/** Nothing moved for `stallMs`: the attempt ends, and the copy continues later. */
export class NoProgress extends Error {
  override readonly name = 'NoProgress'
  constructor(stallMs: number) {
    super(`The cloud service sent nothing new for ${Math.max(1, Math.round(stallMs / 1000))} s.`)
  }
}

const mebibyte = 1_048_576

export type ProgressWatch = {
  /** Something was completed. */
  moved(): void
  /** Bytes of an object arrived. */
  received(bytes: number): void
  end(): void
}

/** Calls `stalled` when a copy makes no progress for `stallMs`. A byte now and then is none. */
export const watchProgress = (stallMs: number, stalled: (error: NoProgress) => void): ProgressWatch => {
  const timer = setTimeout(() => stalled(new NoProgress(stallMs)), stallMs)
  let bytes = 0
  const moved = (): void => {
    bytes = 0
    timer.refresh()
  }
  return {
    moved,
    received(more) {
      bytes += more
      if (bytes >= mebibyte) moved()
    },
    end: () => clearTimeout(timer),
  }
}
