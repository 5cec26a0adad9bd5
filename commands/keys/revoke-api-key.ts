import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { answer } from '../../src/answer.ts'
import { AccountId, fields, text } from '../../src/codec.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import { command } from '../../src/operation.ts'

export const KeyId = text({ pattern: /^[A-Za-z0-9]{8}$/, must: 'must be the 8 characters of a key id', max: 8 })

/** DELETE /v2/accounts/{accountId}/api-keys/{keyId}: the key stops working within 5 s on every node (decision 15). */
export const revokeApiKey = command({
  summary: 'Revoke an API key',
  extension: true,
  params: t.type({ accountId: AccountId, keyId: KeyId }),
  reply: fields({ message: t.string }),
  async run({ params: { accountId, keyId } }, work, { clock }) {
    const revoke = { kind: 'RevokeApiKey', accountId, at: clock.now().toISOString() } as const
    const done = await work.execute(apiKey, keyId, revoke)
    if (E.isLeft(done)) return done
    return answer({ message: done.right.events.length > 0 ? 'The key was revoked.' : 'The key was revoked already.' })
  },
})
