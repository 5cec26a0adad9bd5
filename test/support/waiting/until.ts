import * as assert from 'uvu/assert'

/** Milliseconds until a test gives up: far more than a busy machine needs. */
const limitMs = 180_000

/**
 * A pause between two polls: 5 ms at first, later a twentieth of the time since `start`, at most 50 ms. So polling takes little from the
 * work that is waited for.
 */
const nextLook = (start: number) =>
  new Promise(resolve => setTimeout(resolve, Math.min(50, Math.max(5, (Date.now() - start) / 20))))

/** Polls until the answer is the expected one; fails after `patienceMs` with the last answer. */
export const until = async <A>(
  ask: () => Promise<A>,
  done: (answer: A) => boolean,
  patienceMs = limitMs,
): Promise<A> => {
  for (const start = Date.now(); ; ) {
    const answer = await ask()
    if (done(answer)) return answer
    if (Date.now() > start + patienceMs)
      assert.unreachable(`waited for ${patienceMs} ms; last: ${JSON.stringify(answer)}`)
    await nextLook(start)
  }
}

/** Waits until a started server responds; rejects with its output if it exits first. */
export const untilAnswers = async (
  url: string,
  server: { readonly hasEnded: () => boolean; readonly output: () => string },
  isReady: (response: Response) => boolean = () => true,
): Promise<void> => {
  for (const start = Date.now(); ; ) {
    if (await fetch(url).then(isReady, () => false)) return
    if (server.hasEnded()) throw new Error(`the server exited during startup: ${server.output()}`)
    if (Date.now() > start + limitMs)
      throw new Error(`the server did not respond within ${limitMs} ms: ${server.output()}`)
    await nextLook(start)
  }
}
