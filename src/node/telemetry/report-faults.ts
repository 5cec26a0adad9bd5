import { DiagLogLevel, diag } from '@opentelemetry/api'
import type { Logger } from '../../ports/logger.ts'

const everyMs = 60_000

/** Logs that something could not be sent, at most once a minute: while the collector is away, every batch fails. */
export const reportFaults = () => {
  let logger: Pick<Logger, 'warn'> | undefined
  let last = Number.NEGATIVE_INFINITY
  // without the reason, which may hold the address of the collector, and with it a token
  const report = (): void => {
    const now = performance.now()
    if (logger === undefined || now - last < everyMs) return
    last = now
    logger.warn({}, 'traces or metrics could not be sent to the collector')
  }
  const ignored = () => undefined
  return {
    report,
    /** From now on faults go to this logger, and so do those that the SDK finds by itself. */
    to(given: Pick<Logger, 'warn'>): void {
      logger = given
      const reporter = { error: report, warn: report, info: ignored, debug: ignored, verbose: ignored }
      diag.setLogger(reporter, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
    },
  }
}
