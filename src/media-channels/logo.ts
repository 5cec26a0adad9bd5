import { pipe } from 'fp-ts/lib/function.js'
import { assets } from '../../projections/assets/assets.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { assetId, assetOfId, storedPaths } from '../domain/assets/asset-id.ts'
import type { Logo } from '../domain/media-channels/channel.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Caller } from '../engine/operation.ts'
import { everyDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** The organisation's accounts that the caller's key covers, sorted by id. */
const accountsOf = async (readModels: ReadModels, orgId: string, caller: Caller): Promise<readonly string[]> => {
  const ids: string[] = []
  const where = { field: ['value', 'orgId'], is: '=', value: orgId } as const
  for await (const { value } of everyDocument(readModels, accounts, { where })) ids.push(value.accountId)
  return ids.filter(id => caller.accounts === '*' || caller.accounts.includes(id))
}

const accountWith = async (
  readModels: ReadModels,
  path: string,
  candidates: readonly string[],
): Promise<string | undefined> => {
  const ids = candidates.flatMap(accountId => storedPaths(path).map(stored => assetId(accountId, stored)))
  const having = new Set((await readModels.getMany(assets, ids)).map(({ id }) => assetOfId(id).accountId))
  return candidates.find(accountId => having.has(accountId))
}

const noSuchFile = rejection('invalid-request', 'There is no such file in the asset library.', {
  errors: [
    {
      pointer: '/logoPath',
      code: 'unknown-asset',
      detail: 'must name a file in the asset library of an account of this organisation',
    },
  ],
})

/** The image at a logoPath: from the first of the organisation's accounts that has it in its library (CHANNEL-6). */
export const logoAt = (
  readModels: ReadModels,
  orgId: string,
  caller: Caller,
  path: string | undefined,
): TE.TaskEither<Rejection, Logo | undefined> =>
  path === undefined
    ? TE.right(undefined)
    : pipe(
        TE.fromTask(() => accountsOf(readModels, orgId, caller)),
        TE.flatMapTask(candidates => () => accountWith(readModels, path, candidates)),
        TE.flatMap(TE.fromNullable(noSuchFile)),
        TE.map(accountId => ({ accountId, path })),
      )
