/** Every permission (KEYS-10 of the interface, KEYS-11). `X_All` grants every `X_…`. */
export const permissions = [
  'Account_Admin',
  'AdvertiserSettings_All',
  'AssetSource_All',
  'AssetSource_Create',
  'AssetSource_List',
  'AssetSource_View',
  'Audit_View',
  'Campaigns_All',
  'Campaigns_Clone',
  'Campaigns_Create',
  'Campaigns_View',
  'CloudService_All',
  'Dsp_All',
  'MediaChannel_All',
  'MediaPlan_All',
  'MediaPlan_Tags_Create',
  'MediaPlan_Tags_Download',
  'MediaPlan_View',
  'TemplateGen_All',
] as const
export type Permission = (typeof permissions)[number]

const allSuffix = '_All'

const grants = (held: string, needed: string): boolean =>
  held === needed || (held.endsWith(allSuffix) && needed.startsWith(held.slice(0, -'All'.length)))

/** Whether the granted permissions include the needed one; default is deny. */
export const covers = (granted: readonly string[] | '*', needed: string): boolean =>
  granted === '*' || granted.some(held => grants(held, needed))

/** What a key can access, `*` meaning all, and when it expires (ISO 8601; undefined: never). */
export type Grant = {
  readonly permissions: readonly string[] | '*'
  readonly accounts: readonly string[] | '*'
  readonly organisations: readonly string[] | '*'
  readonly expiresAt?: string | undefined
}
type Wanted = {
  readonly permissions: readonly Permission[]
  readonly accounts: readonly string[]
  readonly organisations: readonly string[]
  readonly expiresAt?: string | undefined
}

const beyond = (held: readonly string[] | '*', wanted: readonly string[]): readonly string[] =>
  held === '*' ? [] : wanted.filter(w => !held.includes(w))

/** Those of the ids that a key can access. */
export const within = (held: readonly string[] | '*', ids: readonly string[]): readonly string[] =>
  held === '*' ? ids : ids.filter(id => held.includes(id))

const outlives = (wanted: Wanted, { expiresAt }: Grant): boolean =>
  expiresAt !== undefined && (wanted.expiresAt === undefined || wanted.expiresAt > expiresAt)

/** A key can only grant what it has itself, for no longer than it lives (KEYS-6). Returns the error, or undefined if allowed. */
export const mayGrant = (grantor: Grant, wanted: Wanted): string | undefined => {
  const over = wanted.permissions.filter(p => !covers(grantor.permissions, p))
  if (over.length > 0) return `Your key lacks the permission ${over.join(', ')}, so it cannot grant it.`
  const accounts = beyond(grantor.accounts, wanted.accounts)
  if (accounts.length > 0) return `Your key has no access to the account ${accounts.join(', ')}, so it cannot grant it.`
  const organisations = beyond(grantor.organisations, wanted.organisations)
  if (organisations.length > 0)
    return `Your key has no access to the organisation ${organisations.join(', ')}, so it cannot grant it.`
  if (outlives(wanted, grantor))
    return `Your key expires at ${grantor.expiresAt}, so the new key must have an expiresAt that is not later.`
  return undefined
}
