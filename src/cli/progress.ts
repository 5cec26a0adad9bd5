import { SingleBar } from 'cli-progress'
import { printable } from '../domain/shared/printable.ts'

/** Progress on stderr: a bar on a terminal, plain lines otherwise. */
export type Progress = {
  /** `total`: a new total, if it has changed. */
  step(done: number, what: string, total?: number): void
  /** Also needed after a failure: a bar on a terminal keeps the process alive until then. */
  end(): void
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Calls `restore` before a signal ends this process; returns how to stop waiting for one. */
const beforeSignals = (restore: () => void): (() => void) => {
  const ended = (signal: NodeJS.Signals) => {
    restore()
    // a command that ends in its own way has a listener, too
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const signal of signals) process.prependOnceListener(signal, ended)
  return () => {
    for (const signal of signals) process.off(signal, ended)
  }
}

/** Shows the progress of work in `parts` parts. */
export const progressOf = (title: string, parts: number, out: NodeJS.WriteStream = process.stderr): Progress => {
  if (out.isTTY) {
    const bar = new SingleBar({
      format: `${title.padEnd(14)} {bar} {value}/{total} {what}`,
      stream: out,
      hideCursor: true,
      clearOnComplete: false,
    })
    bar.start(parts, 0, { what: '' })
    // it has hidden the cursor, and lines no longer wrap
    const forget = beforeSignals(() => bar.stop())
    return {
      step(done, what, total = parts) {
        bar.setTotal(total)
        bar.update(done, { what: printable(what) })
      },
      end() {
        forget()
        bar.stop()
      },
    }
  }
  let last = -1
  return {
    step(done, what, total = parts) {
      // one line per 10 % is enough for a log file
      const tenth = Math.floor((done * 10) / Math.max(1, total))
      if (tenth === last) return
      last = tenth
      out.write(`${title}: ${done}/${total} ${printable(what)}`.trimEnd().concat('\n'))
    },
    end: () => undefined,
  }
}
