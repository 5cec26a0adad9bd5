import { covers } from '../../domain/keys/permissions.ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { Row } from '../../operations/row.ts'
import type { Check } from '../context.ts'
import { refuse } from '../response/refuse.ts'

/** 403 unless the key has the permission of the row; `X_All` grants every `X_…` (KEYS-11). */
export const authorise =
  (permission: Exclude<Row['permission'], 'public'>): Check =>
  ctx => {
    if (permission === 'any' || covers(ctx.state.caller.permissions, permission)) return
    const detail = `The key lacks the permission ${permission}.`
    refuse(ctx, rejection('permission-missing', detail, { extra: { permission } }))
  }

const accountMissing = (accountId: string) =>
  rejection('account-not-on-key', `The key has no access to the account ${accountId}.`, { extra: { accountId } })
const organisationMissing = (orgId: string) =>
  rejection('organisation-not-on-key', `The key has no access to the organisation ${orgId}.`, { extra: { orgId } })

/** 403 if the key has no access to the account or organisation in the path (ARCH-32: the only place that checks). */
export const covered: Check = ctx => {
  const { accountId, orgId } = ctx.state.params as { accountId?: unknown; orgId?: unknown }
  const { accounts, organisations } = ctx.state.caller
  if (typeof accountId === 'string' && accounts !== '*' && !accounts.includes(accountId))
    refuse(ctx, accountMissing(accountId))
  if (typeof orgId === 'string' && organisations !== '*' && !organisations.includes(orgId))
    refuse(ctx, organisationMissing(orgId))
}
