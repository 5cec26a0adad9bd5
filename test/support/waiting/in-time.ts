/** Far more than a busy machine needs. */
const limitMs = 180_000

/** Awaits a promise; rejects with its name after three minutes, so that the test fails instead of hanging. */
export const inTime = async <A>(
  what: string,
  waited: Promise<A>,
  seen: () => unknown = () => undefined,
): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const last = seen()
      reject(new Error(`waited three minutes for ${what}${last === undefined ? '' : `; seen: ${last}`}`))
    }, limitMs)
  })
  try {
    return await Promise.race([waited, late])
  } finally {
    clearTimeout(timer)
  }
}
