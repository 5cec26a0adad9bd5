import * as E from 'fp-ts/lib/Either.js'
import pRetry from 'p-retry'
import { pino } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { withoutLastSlash } from '../domain/shared/trimmed.ts'
import { parseTrackerTypes } from '../domain/trackers/registry.ts'
import { createMetrics } from '../http/observe/metrics.ts'
import { hostInUrl } from '../node/host-in-url.ts'
import { openPorts } from '../node/open-ports.ts'
import { stopSteps } from '../node/stopping.ts'
import type { Ports } from '../ports/ports.ts'
import { IndexNotReady, type RowIndexes } from '../ports/row-indexes.ts'
import { reportingGaps } from './gaps.ts'
import { UserError } from './user-error.ts'
import { configuredLog } from './with-stores.ts'

/** An index of a million rows takes some seconds; nobody else waits for this command. */
const patience = { retries: 120, minTimeout: 500, maxTimeout: 500 }

const patient = (rowIndexes: RowIndexes): RowIndexes => ({
  ...rowIndexes,
  rowsOf: (...asked) =>
    pRetry(() => rowIndexes.rowsOf(...asked), {
      ...patience,
      shouldRetry: ({ error }) => error instanceof IndexNotReady,
    }),
})

/** Like `readingLog`, with everything else that a node works with: files, Chromium, indexes of rows. Most of it is opened on first use. */
export const withPorts = async <A>(work: (ports: Ports) => Promise<A>): Promise<A> => {
  const config = await configuredLog()
  const trackerTypes = parseTrackerTypes(config.trackerTypes)
  if (E.isLeft(trackerTypes)) throw new UserError(trackerTypes.left.join('\n'))
  const logger = pino({ level: 'silent' })
  const started = stopSteps(logger)
  try {
    const { ports, setPublicUrl } = await openPorts(config, {
      logger,
      metrics: createMetrics(packageJson.version),
      trackerTypes: trackerTypes.right,
      started,
      onFatal: () => undefined,
      clock: undefined,
      telemetry: undefined,
      isReading: true,
    })
    setPublicUrl(withoutLastSlash(config.publicUrl ?? `http://${hostInUrl(config.host)}:${config.port}`))
    return await work({ ...ports, log: reportingGaps(ports.log), rowIndexes: patient(ports.rowIndexes) })
  } finally {
    await started.stop()
  }
}
