import type { Request } from '../node.ts'
import type { Random } from '../random.ts'
import type { Action, Known } from './action.ts'

/** A POST with a JSON body. */
export const post = (path: string, body: unknown = {}): Request => ({ method: 'POST', path, body })

/** The path of a campaign, or of what is below it. */
export const campaignPath = ({ account }: Known, idx: string, end = '') =>
  `/v2/accounts/${account}/retail-campaigns/${idx}${end}`
/** Often the first one, so that requests meet each other. */
export const some = <A>(items: readonly A[], random: Random): A | undefined =>
  random.chance(0.5) || items.length === 0 ? items[0] : random.pick(items)

/** A PUT, with the known revision in If-Match half of the time. */
export const put = (
  known: Known,
  random: Random,
  path: string,
  body: unknown,
): Pick<Action, 'request' | 'ifMatch' | 'read'> => {
  const revision = known.revisions.get(path)
  if (revision === undefined || random.chance(0.5)) return { request: { method: 'PUT', path, body }, read: path }
  const headers = { 'if-match': `"${revision}"` }
  return { request: { method: 'PUT', path, body, headers }, ifMatch: revision, read: path }
}
