import { randomUUID } from 'node:crypto'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { Ports } from '../../ports/ports.ts'
import { levelOf } from '../../ports/store-away.ts'
import { sweepRowFiles } from '../asset-sources/sweep-row-files.ts'
import { sweepExportFiles } from '../exports/sweep-files.ts'
import { sweepWorkflowSources } from '../templates/sweep-sources.ts'

type HourlyPorts = Pick<Ports, 'readModels' | 'rowIndexes' | 'blobs' | 'clock' | 'log' | 'logger'>
type NewWork = (context: WorkContext) => Work

/** What is swept, and by what. */
const sweeps = [
  ['export files', sweepExportFiles],
  ['row files', sweepRowFiles],
  ['files of generations without templates', sweepWorkflowSources],
] as const

const hourMs = 3_600_000
/** How often the clock is checked. */
const tickMs = 1_000
/** How long to wait for the views. */
const viewsTimeoutMs = 5_000

const newContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:sweeping', operation: 'sweeping', commandId: id, correlationId: id, causationId: id }
}

/**
 * Sweeps once in each hour of the wall clock; of several nodes, the first one sweeps. Views that are behind the log may
 * lack a reference: then nothing is swept, and the next call tries again.
 */
export const hourlySweep = (ports: HourlyPorts, newWork: NewWork) => {
  const { log, logger, readModels, clock } = ports
  let lastHour: number | undefined
  return async (signal: AbortSignal): Promise<void> => {
    const hour = Math.floor(clock.now().getTime() / hourMs)
    if (hour === lastHour) return
    lastHour = hour
    if (!(await readModels.waitFor(await log.head(), viewsTimeoutMs))) {
      lastHour = undefined
      return
    }
    if ((await readModels.volatile.add(`sweep:${hour}`, 1, 7_200)) > 1) return
    for (const [what, sweep] of sweeps)
      try {
        const dropped = await sweep({ ports, work: newWork(newContext()), signal })
        if (dropped > 0) logger.info({ dropped }, `${what} were deleted`)
      } catch (error) {
        // what is swept next does not depend on it
        logger[levelOf(error, 'error')]({ err: error }, `${what} could not be swept; retrying in an hour`)
      }
  }
}

/** Sweeps files every hour until it is stopped. A failed sweep is retried an hour later. */
export const startSweeping = (ports: HourlyPorts, newWork: NewWork): { stop(): Promise<void> } => {
  const sweepIfDue = hourlySweep(ports, newWork)
  const ending = new AbortController()
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweepIfDue(ending.signal)
      .catch(error =>
        ports.logger[levelOf(error, 'error')]({ err: error }, 'files could not be swept; retrying in an hour'),
      )
      .finally(() => {
        sweeping = undefined
      })
  }, tickMs)
  return {
    async stop() {
      clearInterval(timer)
      ending.abort()
      await sweeping
    },
  }
}
