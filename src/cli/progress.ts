import { SingleBar } from 'cli-progress'

/** Progress on stderr: a bar on a terminal, plain lines otherwise. */
export type Progress = {
  /** `total`: a new total, if it has changed. */
  step(done: number, what: string, total?: number): void
  end(): void
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
    return {
      step(done, what, total = parts) {
        bar.setTotal(total)
        bar.update(done, { what })
      },
      end: () => bar.stop(),
    }
  }
  let last = -1
  return {
    step(done, what, total = parts) {
      // one line per 10 % is enough for a log file
      const tenth = Math.floor((done * 10) / Math.max(1, total))
      if (tenth === last) return
      last = tenth
      out.write(`${title}: ${done}/${total} ${what}`.trimEnd().concat('\n'))
    },
    end: () => undefined,
  }
}
