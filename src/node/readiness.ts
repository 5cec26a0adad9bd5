import type { ProcessRunner } from '../engine/react/run-processes.ts'
import type { Metrics } from '../http/observe/metrics.ts'
import type { Readiness } from '../http/pages/system.ts'
import type { Logger } from '../ports/logger.ts'
import { levelOf } from '../ports/store-away.ts'
import type { Stores } from './stores/open-stores.ts'

const everyMs = 2_000

/**
 * Feeds the metrics from the stores and the process runner, and says whether the node may get requests. `outages`: all that is away, files
 * among it: without those a node still serves everything else.
 */
export const watchStores = (stores: Stores, outages: () => readonly string[], metrics: Metrics, logger: Logger) => {
  let runner: ProcessRunner | undefined

  const look = async () => {
    const { failedViews, head, reflected } = stores.status()
    metrics.projectionLag('all', Number(head - reflected))
    for (const { name } of failedViews) metrics.projectionStopped(name, true)
    if (!runner) return
    for (const [process, items] of Object.entries(await runner.backlog())) metrics.processBacklog(process, items)
  }
  const timer = setInterval(() => {
    look().catch(err => {
      metrics.projectionLag('all', Number.NaN)
      logger[levelOf(err, 'warn')]({ err }, 'the stores could not be looked at for the metrics')
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
          failedViews,
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
