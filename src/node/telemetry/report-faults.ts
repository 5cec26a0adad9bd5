import { DiagLogLevel, diag } from '@opentelemetry/api'
import type { Logger } from '../../ports/logger.ts'

const everyMs = 60_000

/**
 * The code of an error as the SDK prints it: `ECONNREFUSED`, or a status such as 401. Its other members may hold the address of the
 * collector, and with it a token.
 */
const codeIn = (fault: string): string | undefined => /"code":"(\w{1,64})"/.exec(fault)?.[1]

/** Logs that something could not be sent, at most once a minute: while the collector is away, every batch fails. */
export const reportFaults = () => {
  let logger: Pick<Logger, 'warn'> | undefined
  let last = Number.NEGATIVE_INFINITY
  const report = (fault = ''): void => {
    const now = performance.now()
    if (logger === undefined || now - last < everyMs) return
    last = now
    const reason = codeIn(fault)
    logger.warn(reason === undefined ? {} : { reason }, 'traces or metrics could not be sent to the collector')
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
