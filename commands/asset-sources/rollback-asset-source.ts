import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { keyFault } from '../../src/asset-sources/key-check.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type AssetSourceCommand, assetSource, noSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import type { AssetSource } from '../../src/domain/asset-sources/asset-source-state.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed, mustBeAt, requireLoaded } from '../../src/engine/write/steps.ts'
import type { Blobs } from '../../src/ports/blobs.ts'

/** POST /v2/accounts/{accountId}/asset-sources/{assetSourceId}/rollback (SOURCE-17): serves the rows of an earlier version again. */
export const rollbackAssetSource = command({
  summary: 'Serve an earlier version of the rows of an asset source',
  takesIfMatch: true,
  description: 'Without `version`: the one before the version that is served. The last five versions are kept.',
  extension: true,
  problems: ['no-such-version'],
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  body: fields(
    {},
    { version: about(integer(1), 'The version to serve; default: the one before the version that is served.') },
  ),
  reply: fields({ id: t.string, version: integer(1), msg: t.string }),
  example: { body: {}, reply: { id: '12', version: 3, msg: 'Asset source 12 serves version 3.' } },
  run: ({ params: { accountId, assetSourceId }, body: { version }, ifMatch }, work, { blobs, clock }) => {
    const id = idOf(accountId, assetSourceId)
    const command = {
      kind: 'RollBack',
      ...(version === undefined ? {} : { version }),
      at: clock.now().toISOString(),
    } as const
    return changeOf(
      assetSource,
      id,
      pipe(
        requireLoaded(work, assetSource, id, noSource),
        TE.tapEither(({ revision }) => mustBeAt(revision, ifMatch)),
        TE.tap(({ state }) => inlineRowsApart(blobs, state, command)),
        TE.flatMap(() => executed(work, assetSource, id, command, { ifMatch })),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(({ state, revision }) => {
            const serving = state?.serving ?? 0
            const msg = `Asset source ${assetSourceId} serves version ${serving}.`
            return reply({ id: String(assetSourceId), version: serving, msg }, revision)
          }),
        ),
    )
  },
})

/** Refuses rows of an inline source that its present columns do not tell apart (SOURCE-11); what else is wrong is for the decider. */
const inlineRowsApart =
  (blobs: Blobs, source: AssetSource, command: Extract<AssetSourceCommand, { kind: 'RollBack' }>) =>
  async (): Promise<E.Either<Rejection, undefined>> => {
    const decided = assetSource.decide(command, source)
    const [event] = E.isRight(decided) ? decided.right : []
    const target = event?.type === 'AssetSourceRolledBack' && event.data.version
    const load = source.loads.find(({ version }) => version === target)
    if (load === undefined || source.assetSourceType !== 'inline') return E.right(undefined)
    const fault = await keyFault(blobs, load.set, source.roles)
    if (fault === undefined) return E.right(undefined)
    const detail = `The rows of version ${load.version} ${fault.detail}, by the columns that the asset source uses now.`
    return E.left(rejection('no-such-version', detail))
  }
