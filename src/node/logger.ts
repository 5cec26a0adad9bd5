import { pino } from 'pino'
import { requestLog } from '../http/observe/request-log.ts'

/** Levels at which requests are not logged. */
const quiet: ReadonlySet<string> = new Set(['silent', 'fatal', 'error', 'warn'])

const redact = {
  paths: ['key', 'apiKey', 'token', 'authorization', 'svc_apikey', 'secret', '*.password', 'err.config', 'userEmail'],
  censor: '[redacted]',
}

/** Lines on stdout: of the node, redacted, and one a request. `close` writes what was gathered. */
export const openLogLines = (level: string) => {
  // lines of requests are gathered: one write a line would cost more than the line
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
