import { existsSync } from 'node:fs'

/**
 * Whether a program of `test/servers/install` is available. `npm test` skips the suites on real servers, as they take longer than
 * all others together; `npm run test:whole` runs them, see `test/run.ts`.
 */
export const built = (binary: string): boolean => !process.env.TEST_WITHOUT_SERVERS && existsSync(binary)

/** Why `binary` is not available. */
export const whyNot = (binary: string): string =>
  process.env.TEST_WITHOUT_SERVERS
    ? 'real servers are for npm run test:whole'
    : `test/servers/install has not built ${binary}`
