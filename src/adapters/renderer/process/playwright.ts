import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'

const load = createRequire(import.meta.url)

/**
 * Loads Playwright, half of the time of which goes into a bundle of its libraries. That keeps a thread busy for a quarter of a second, so a node does
 * it before it listens, in two steps.
 */
export const loadPlaywright = async (): Promise<typeof import('playwright-core')> => {
  load('playwright-core/lib/utilsBundle')
  await turn()
  return import('playwright-core')
}
