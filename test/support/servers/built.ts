import { existsSync } from 'node:fs'

/**
 * Whether a program of `test/servers/install` is there to be tested with. `npm test` leaves the suites on real servers to the whole
 * run, as they take longer than all others together; see `test/run.ts`.
 */
export const built = (binary: string): boolean => !process.env.TEST_WITHOUT_SERVERS && existsSync(binary)

/** Why `binary` is not there to be tested with. */
export const whyNot = (binary: string): string =>
  process.env.TEST_WITHOUT_SERVERS
    ? 'real servers are for npm run test:whole'
    : `test/servers/install has not made ${binary}`
