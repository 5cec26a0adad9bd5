import { readFile } from 'node:fs/promises'
import type { Logger } from '../ports/logger.ts'

/** Each connection of a client is an open file, and the node itself needs about a hundred. */
const enough = 1_024

/** The most files that this process may have open, from the text of /proc/self/limits; undefined if it does not say. */
const mostIn = (limits: string): number | undefined => {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Warns if this process may have few files open: the system ends connections beyond the limit, and nobody hears of it. */
export const warnOfFewFiles = async (
  logger: Pick<Logger, 'warn'>,
  limits: () => Promise<string> = () => readFile('/proc/self/limits', 'utf8').catch(() => ''),
): Promise<void> => {
  const most = mostIn(await limits())
  if (most !== undefined && most < enough)
    logger.warn({ limit: most, enough }, 'few files may be open: clients beyond the limit lose their connections')
}
