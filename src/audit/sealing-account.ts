import * as E from 'fp-ts/lib/Either.js'
import { accountOfKey, apiKey } from '../domain/keys/key.ts'
import { subjectOf } from '../domain/subject.ts'
import type { Recorded } from '../ports/event-log.ts'

/** The account whose persons are sealed in an event. The owner of an API key is one of an account, although the key may reach several. */
export const sealingAccount = (event: Pick<Recorded, 'stream' | 'type' | 'data'>): string | undefined => {
  const decoded = event.type === 'ApiKeyIssued' ? apiKey.events.decode(event) : E.left(undefined)
  const isOfKey = E.isRight(decoded) && decoded.right.type === 'ApiKeyIssued'
  return isOfKey ? accountOfKey(decoded.right.data) : subjectOf(event)?.accountId
}
