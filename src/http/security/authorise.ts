import { covers } from '../../domain/keys/permissions.ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { Row } from '../../operations/row.ts'
import type { Check } from '../context.ts'
import { refuse } from '../response/refuse.ts'

/** 403 unless the key has the permission that the row names; `X_All` grants every `X_…` (KEYS-11). */
export const authorise =
  (permission: Row['permission']): Check =>
  ctx => {
    if (permission === 'public' || permission === 'any' || covers(ctx.state.caller.permissions, permission)) return
    const detail = `The key lacks the permission ${permission}.`
    refuse(ctx, rejection('permission-missing', detail, { extra: { permission } }))
  }

const accountMissing = rejection('account-not-on-key', 'The account is not on the key.')
const organisationMissing = rejection('organisation-not-on-key', 'The organisation is not on the key.')

/** 403 when the path names an account or an organisation that is not on the key (ARCH-32: the one place that checks). */
export const covered: Check = ctx => {
  const { accountId, orgId } = ctx.state.params as { accountId?: unknown; orgId?: unknown }
  const { accounts, organisations } = ctx.state.caller
  if (typeof accountId === 'string' && accounts !== '*' && !accounts.includes(accountId)) refuse(ctx, accountMissing)
  if (typeof orgId === 'string' && organisations !== '*' && !organisations.includes(orgId))
    refuse(ctx, organisationMissing)
}
