import type { ProcessRunner } from '../engine/react/run-processes.ts'
import type { Metrics } from '../http/observe/metrics.ts'
import type { Readiness } from '../http/pages/system.ts'
import type { Logger } from '../ports/logger.ts'
import { levelOf } from '../ports/store-away.ts'
import type { Stores } from './stores/open-stores.ts'

const everyMs = 2_000

/**
 * Updates the metrics from the stores and the process runner, and reports whether the node is ready for requests. `outages`
 * lists everything that is unavailable, including the file store: without it a node still serves everything else.
 */
export const watchStores = (stores: Stores, outages: () => readonly string[], metrics: Metrics, logger: Logger) => {
  let runner: ProcessRunner | undefined
  let known: ReadonlySet<string> = new Set()

  const update = async () => {
    const { failedViews, head, reflected } = stores.status()
    metrics.projectionLag('all', Number(head - reflected))
    const stopped = new Set(failedViews.map(({ name }) => name))
    for (const name of new Set([...stopped, ...known])) metrics.projectionStopped(name, stopped.has(name))
    known = stopped
    if (!runner) return
    for (const [process, items] of Object.entries(await runner.backlog())) metrics.processBacklog(process, items)
  }
  const timer = setInterval(() => {
    update().catch(err => {
      metrics.projectionLag('all', Number.NaN)
      logger[levelOf(err, 'warn')]({ err }, 'could not read the state of the stores for the metrics')
    })
  }, everyMs)
  timer.unref()

  return {
    readiness: async (): Promise<Readiness> => {
      const { ready, fatal, failedViews, head, reflected, ...status } = stores.status()
      const away = [...new Set([...status.away, ...outages()])]
      return {
        ready: ready && fatal === undefined,
        details: {
          head: String(head),
          reflected: String(reflected),
          // without positions, which are not JSON
          failedViews: failedViews.map(({ name, reason }) => ({ name, ...(reason === undefined ? {} : { reason }) })),
          ...(away.length === 0 ? {} : { away }),
          ...(fatal === undefined ? {} : { log: fatal }),
        },
      }
    },
    feed: (processRunner: ProcessRunner) => {
      runner = processRunner
    },
    stop: () => clearInterval(timer),
  }
}
