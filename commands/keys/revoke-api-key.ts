import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import { KeyId } from '../../src/domain/keys/key-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'

/** DELETE /v2/accounts/{accountId}/api-keys/{keyId}: the key stops working within 5 s on every node (KEYS-5). */
export const revokeApiKey = command({
  summary: 'Revoke an API key',
  extension: true,
  params: t.type({ accountId: AccountId, keyId: KeyId }),
  reply: fields({ message: t.string }),
  run({ params: { accountId, keyId }, caller }, work, { clock }) {
    const at = clock.now().toISOString()
    const revoke = { kind: 'RevokeApiKey', accountId, reach: caller.accounts, at } as const
    return pipe(
      executed(work, apiKey, keyId, revoke),
      TE.flatMapEither(done =>
        reply({ message: hasChanged(done) ? 'The key was revoked.' : 'The key is already revoked.' }),
      ),
    )()
  },
})
