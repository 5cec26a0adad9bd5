import * as E from 'fp-ts/lib/Either.js'
import { assets } from '../../projections/assets/assets.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import type { Logo } from '../domain/media-channels/channel.ts'
import { organisation } from '../domain/provisioning/aggregates.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { Caller } from '../engine/operation.ts'
import { refuse } from '../engine/reply.ts'
import type { Work } from '../engine/write/execute.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Refuses unless the organisation is there and is a retailer (4.5, decision 35), from the log. */
export const mustBeRetailer = async (work: Work, orgId: string): Promise<E.Either<Rejection, void>> => {
  const org = (await work.load(organisation, orgId)).state.value
  if (org === undefined) return refuse('not-found', 'There is no such organisation; put it first.')
  if (!org.retailer) return refuse('not-a-retailer', 'The organisation is not a retailer, so it has no media channels.')
  return E.right(undefined)
}

const pageSize = 500

/** The organisation's accounts that the caller's key covers, in the order of their ids. */
const accountsOf = async (readModels: ReadModels, orgId: string, caller: Caller): Promise<readonly string[]> => {
  const ids: string[] = []
  const where = { field: ['value', 'orgId'], is: '=', value: orgId } as const
  for (let page = await readModels.find(accounts, { where, limit: pageSize }); ; ) {
    ids.push(...page.documents.map(d => d.id))
    if (!page.hasNext || page.last === undefined) break
    page = await readModels.find(accounts, { where, limit: pageSize, after: page.last })
  }
  return ids.filter(id => caller.accounts === '*' || caller.accounts.includes(id))
}

/** The picture that a logoPath names: the first of the organisation's accounts that has it in its library (decision 35). */
export const logoAt = async (
  readModels: ReadModels,
  orgId: string,
  caller: Caller,
  path: string,
): Promise<E.Either<Rejection, Logo>> => {
  const candidates = await accountsOf(readModels, orgId, caller)
  const found = await readModels.getMany(
    assets,
    candidates.map(accountId => assetId(accountId, path)),
  )
  const there = new Set(found.map(asset => asset.id))
  const accountId = candidates.find(id => there.has(assetId(id, path)))
  if (accountId !== undefined) return E.right({ accountId, path })
  const detail = 'must name a file in the asset library of an account of this organisation'
  return refuse('invalid-request', 'There is no such file in the asset library.', {
    errors: [{ pointer: '/logoPath', code: 'unknown-asset', detail }],
  })
}
