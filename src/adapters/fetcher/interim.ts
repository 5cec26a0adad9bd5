import { Refused } from './refused.ts'

/** Servers send one or two before a response: Early Hints, or Processing every few seconds. */
const mostInterim = 100

/** Counts interim responses (1xx) of a request; throws when a server sends one after the other, which keeps the node busy until the timeout. */
export const countInterim = () => {
  let seen = 0
  return (): void => {
    if (++seen > mostInterim)
      throw new Refused('unreachable', `the server sent more than ${mostInterim} interim responses`)
  }
}
