import { pino } from 'pino'
import { requestLog } from '../http/observe/request-log.ts'

/** Log levels that suppress the request log. */
const quiet: ReadonlySet<string> = new Set(['silent', 'fatal', 'error', 'warn'])

const redact = {
  paths: ['key', 'apiKey', 'token', 'authorization', 'svc_apikey', 'secret', '*.password', 'err.config', 'userEmail'],
  censor: '[redacted]',
}

/** Log lines on stdout: those of the node, redacted, and one per request. `close` flushes buffered lines. */
export const openLogLines = (level: string) => {
  // request lines are buffered: one write per line would cost more than the line
  const lines = pino.destination({ sync: false, minLength: 4096 })
  const flushing = setInterval(() => lines.flush(), 1_000)
  flushing.unref()
  return {
    logger: pino({ level, base: null, redact }),
    requests: requestLog(lines, quiet.has(level) ? 'silent' : 'info'),
    close: () => {
      clearInterval(flushing)
      lines.flushSync()
    },
  }
}
