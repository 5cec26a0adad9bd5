import { randomUUID } from 'node:crypto'
import { apiKey } from '../../domain/keys/key.ts'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { EndcapMiddleware } from '../context.ts'
import { refuse } from '../response/refuse.ts'
import { invalidKey } from './authenticate.ts'

const workContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:still-live', operation: 'still-live', commandId: id, correlationId: id, causationId: id }
}

/**
 * Refuses a key that the log has revoked, for operations whose effect outlives the key (KEYS-5): the check of the request may have used
 * one that a cache or a view still had. ADMIN_API_KEY is not in the log.
 */
export const stillLive = (newWork: (context: WorkContext) => Pick<Work, 'load'>): EndcapMiddleware => {
  const work = newWork(workContext())
  return async (ctx, next) => {
    const { id, accounts } = ctx.state.caller
    if (accounts !== '*' && (await work.load(apiKey, id)).state.status !== 'live') return refuse(ctx, invalidKey)
    return next()
  }
}
