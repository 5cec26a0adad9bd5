import type { ProcessRunner } from '../engine/react/run-processes.ts'
import type { Metrics } from '../http/observe/metrics.ts'
import type { Readiness } from '../http/pages/system.ts'
import type { Logger } from '../ports/logger.ts'
import { levelOf } from '../ports/store-away.ts'
import type { Stores } from './stores/open-stores.ts'
import { viewStates } from './stores/view-states.ts'

const everyMs = 2_000

/**
 * Updates the metrics from the stores and the process runner, and reports whether the node is ready for requests. `outages`
 * lists everything that is unavailable, including the file store: without it a node still serves everything else.
 */
export const watchStores = (stores: Stores, outages: () => readonly string[], metrics: Metrics, logger: Logger) => {
  let runner: ProcessRunner | undefined

  const update = async () => {
    const { head, ready, fatal, isStale } = stores.status()
    metrics.ready(ready && fatal === undefined)
    metrics.logHead(isStale ? Number.NaN : head)
    metrics.views(isStale ? undefined : await viewStates(stores))
    if (!runner) return
    const now = stores.clock.now().getTime()
    for (const [process, { dueSince, ...items }] of Object.entries(await runner.backlog()))
      metrics.processBacklog(
        process,
        items,
        dueSince === undefined ? 0 : Math.max(0, now - Date.parse(dueSince)) / 1000,
      )
  }
  const timer = setInterval(() => {
    update().catch(err => {
      metrics.views(undefined)
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
          failedViews: failedViews.map(({ name, reason, position }) => ({
            name,
            reason,
            // a decimal string, as everywhere in JSON
            ...(position === undefined ? {} : { position: String(position) }),
          })),
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
