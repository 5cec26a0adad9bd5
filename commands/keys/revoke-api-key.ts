import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import { KeyId } from '../../src/domain/keys/key-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'

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
    return reply({ message: done.right.events.length > 0 ? 'The key was revoked.' : 'The key was revoked already.' })
  },
})
