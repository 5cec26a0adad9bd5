import * as assert from 'uvu/assert'

/** Milliseconds between two polls, and until a test gives up: far more than a busy machine needs. */
const everyMs = 5
const limitMs = 60_000

const nextLook = () => new Promise(resolve => setTimeout(resolve, everyMs))

/** Polls until the answer is the expected one; fails after `patienceMs` with the last answer. */
export const until = async <A>(
  ask: () => Promise<A>,
  done: (answer: A) => boolean,
  patienceMs = limitMs,
): Promise<A> => {
  for (const deadline = Date.now() + patienceMs; ; ) {
    const answer = await ask()
    if (done(answer)) return answer
    if (Date.now() > deadline) assert.unreachable(`waited for ${patienceMs} ms; last: ${JSON.stringify(answer)}`)
    await nextLook()
  }
}

/** Waits until a started server responds; rejects with its output if it exits first. */
export const untilAnswers = async (
  url: string,
  server: { readonly hasEnded: () => boolean; readonly output: () => string },
  isReady: (response: Response) => boolean = () => true,
): Promise<void> => {
  for (const deadline = Date.now() + limitMs; ; ) {
    if (await fetch(url).then(isReady, () => false)) return
    if (server.hasEnded()) throw new Error(`the server exited during startup: ${server.output()}`)
    if (Date.now() > deadline) throw new Error(`the server did not respond within a minute: ${server.output()}`)
    await nextLook()
  }
}
