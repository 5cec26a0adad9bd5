import { pino } from 'pino'
import { printableLines } from '../domain/shared/printable.ts'
import { requestLog } from '../http/observe/request-log.ts'
import { openLogSink } from './log-sink.ts'

const stdout = 1

/** Log levels that suppress the request log. */
const quiet: ReadonlySet<string> = new Set(['silent', 'fatal', 'error', 'warn'])

const redact = {
  paths: [
    'key',
    'apiKey',
    'token',
    'authorization',
    'svc_apikey',
    'secret',
    '*.password',
    'err.config',
    'err.rawPacket',
    'userEmail',
  ],
  censor: '[redacted]',
}

/** Errors may repeat names of customers, which a terminal that shows the log must not obey. */
const escaping = ({ write }: { write(line: string): void }) => ({
  write: (line: string) => write(printableLines(line)),
})

/**
 * Log lines on stdout: those of the node, redacted, and one per request. `mixin`: fields of the moment, added to each line.
 * `close` writes buffered lines.
 */
export const openLogLines = (level: string, mixin?: () => object) => {
  const sink = openLogSink(stdout)
  return {
    logger: pino({ level, base: null, redact, ...(mixin ? { mixin } : {}) }, escaping(sink.direct)),
    requests: requestLog(sink.buffered, quiet.has(level) ? 'silent' : 'info', mixin),
    close: sink.close,
  }
}
