const lookEveryMs = 500

/** Calls `onCount` now and then, while `work` runs, with the count that a thread keeps in the shared number. */
export const whileCounted = async <A>(
  onCount: ((count: number) => void) | undefined,
  work: (counted: SharedArrayBuffer) => Promise<A>,
): Promise<A> => {
  const counted = new SharedArrayBuffer(4)
  const count = new Int32Array(counted)
  const timer = setInterval(() => onCount?.(Atomics.load(count, 0)), lookEveryMs)
  try {
    return await work(counted)
  } finally {
    clearInterval(timer)
  }
}
