import { apiKey } from '../../domain/keys/key.ts'
import { covers } from '../../domain/keys/permissions.ts'
import type { Work } from '../../engine/write/execute.ts'

/** ADMIN_API_KEY, which is not in the log. */
const adminId = 'admin'

/** Whether the key that asked for a consent exists, and may still do so for the account (DSP-18). `at`: ISO 8601. */
export const mayStillAsk = async (
  work: Pick<Work, 'load'>,
  keyId: string,
  { accountId, at }: { readonly accountId: string; readonly at: string },
): Promise<boolean> => {
  if (keyId === adminId) return true
  const { state } = await work.load(apiKey, keyId)
  if (state.status !== 'live') return false
  const { accounts, permissions, expiresAt } = state.grant
  return accounts.includes(accountId) && covers(permissions, 'Dsp_All') && (expiresAt === undefined || expiresAt > at)
}
