import { once } from 'node:events'

/** Writes a line, and waits if the reader of stdout is slow. */
export const say = async (line: string): Promise<void> => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
