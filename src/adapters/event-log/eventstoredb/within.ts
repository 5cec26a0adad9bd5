import { noAnswer } from './store-errors.ts'

/** The result of a call, or the error `noAnswer` after so many milliseconds. */
export const within = async <A>(ms: number, call: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
