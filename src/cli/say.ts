import { once } from 'node:events'
import { printableLines } from '../domain/shared/printable.ts'

/** Characters of lines that are written together. */
const atOnce = 65_536

/** Prints to stdout. All output of the command line goes through this file, so that nothing in it is obeyed by the terminal. */
export const print = (text: string): void => console.log(printableLines(text))

/** Prints to stderr, what is no result. */
export const tell = (text: string): void => console.error(printableLines(text))

const write = async (text: string): Promise<void> => {
  if (!process.stdout.write(printableLines(text))) await once(process.stdout, 'drain')
}

/** Writes a line, and waits if the reader of stdout is slow. */
export const say = (line: string): Promise<void> => write(`${line}\n`)

/** Writes lines, many at once, since a write for each costs as much as to make it. `flush` writes what is left. */
export const sayingMany = () => {
  let lines = ''
  const flush = async (): Promise<void> => {
    const text = lines
    lines = ''
    if (text !== '') await write(text)
  }
  return {
    say: async (line: string): Promise<void> => {
      lines += `${line}\n`
      if (lines.length >= atOnce) await flush()
    },
    flush,
  }
}
export type SayingMany = ReturnType<typeof sayingMany>
