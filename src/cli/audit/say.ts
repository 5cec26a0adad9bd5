import { once } from 'node:events'

/** Writes a line, and waits while whoever reads it is slow. */
export const say = async (line: string): Promise<void> => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
