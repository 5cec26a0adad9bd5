import type { Logger } from 'pino'

/** Milliseconds that the whole stop of a node may take; its requests have 20 s of it (ARCH-38). */
export const stopDeadlineMs = 30_000

/** A node that did not stop in time; acknowledged writes are on disk. */
export class StopLate extends Error {
  override readonly name = 'StopLate'
}

/** `hasFailed`: whether a part that was ended before could not be. */
type Step = { readonly what: string; readonly end: (hasFailed: boolean) => Promise<void> | void }

/**
 * What has to be stopped, in the order of its start. `stop` ends it in reverse order, whatever of it fails, and then rejects with the first
 * failure; after `deadlineMs` it logs what it was waiting for, and rejects.
 */
export const stopSteps = (logger: Pick<Logger, 'fatal'>, deadlineMs = stopDeadlineMs) => {
  const steps: Step[] = []
  let waitingFor = ''
  const report = (err: unknown) => logger.fatal({ err, waitingFor }, 'the node could not stop cleanly')
  const endAll = async () => {
    const failures: unknown[] = []
    for (const { what, end } of steps.splice(0).reverse()) {
      waitingFor = what
      try {
        await end(failures.length > 0)
      } catch (error) {
        report(error)
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  return {
    add: (what: string, end: Step['end']): void => void steps.push({ what, end }),
    async stop(): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          const late = `the node did not stop within ${deadlineMs / 1000} s: still waiting for ${waitingFor}`
          const error = new StopLate(late)
          report(error)
          reject(error)
        }, deadlineMs)
      })
      try {
        await Promise.race([endAll(), deadline])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** A signal that follows another within this time is the same one, in milliseconds: npm passes on what a terminal sends to all processes. */
const sameSignalMs = 1_000

/**
 * Stops a node on SIGTERM, SIGINT or SIGHUP (its terminal was closed) and ends the process: with 0, or 1 if it could not stop. A later
 * signal, of any kind, ends it at once.
 */
export const endOnSignals = (stop: () => Promise<void>): void => {
  let stoppingSince: number | undefined
  const end = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
}
