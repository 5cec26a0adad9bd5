import { randomUUID } from 'node:crypto'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { Ports } from '../../ports/ports.ts'
import { type SweepPorts, sweepExportFiles } from './sweep-files.ts'

type HourlyPorts = SweepPorts & Pick<Ports, 'log' | 'logger'>
type NewWork = (context: WorkContext) => Work

const hourMs = 3_600_000
/** How often the clock is looked at. */
const tickMs = 1_000
/** How long views are waited for. */
const patienceMs = 5_000

const newContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:sweeping', operation: 'sweeping', commandId: id, correlationId: id, causationId: id }
}

/**
 * Sweeps when an hour of the wall clock has begun that nobody has swept in; of many nodes the first one to come does it.
 * Views that are behind the log may lack a reference: then nothing is swept, and the next call tries again.
 */
export const hourlySweep = ({ log, logger, ...ports }: HourlyPorts, newWork: NewWork) => {
  const { readModels, clock } = ports
  let lastHour: number | undefined
  return async (signal: AbortSignal): Promise<void> => {
    const hour = Math.floor(clock.now().getTime() / hourMs)
    if (hour === lastHour) return
    lastHour = hour
    if (!(await readModels.waitFor(await log.head(), patienceMs))) {
      lastHour = undefined
      return
    }
    if ((await readModels.volatile.add(`sweep-exports:${hour}`, 1, 7_200)) > 1) return
    const dropped = await sweepExportFiles({ ports, work: newWork(newContext()), signal })
    if (dropped > 0) logger.info({ dropped }, 'files of exports were dropped')
  }
}

/** Sweeps the files of exports every hour until it is stopped. A sweep that fails is made again an hour later. */
export const startSweeping = (ports: HourlyPorts, newWork: NewWork): { stop(): Promise<void> } => {
  const sweepIfDue = hourlySweep(ports, newWork)
  const ending = new AbortController()
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweepIfDue(ending.signal)
      .catch(error => ports.logger.error({ err: error }, 'files of exports could not be swept; tried again in an hour'))
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
