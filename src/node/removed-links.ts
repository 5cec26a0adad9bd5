import type { Chain } from '../ports/chain.ts'
import type { Logger } from '../ports/logger.ts'

/** Logs a warning for each time that links of the hash chain were removed (ADR 0088). */
export const warnOfRemovedLinks = async (chain: Pick<Chain, 'gaps'>, logger: Pick<Logger, 'warn'>): Promise<void> => {
  for (const { after, until, at } of await chain.gaps())
    logger.warn(
      { after: `${after}`, until: `${until}`, at },
      'links of the hash chain were removed, and computed anew: run endcap verify, and compare the log with an older seal',
    )
}
