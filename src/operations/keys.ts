import { issueApiKey } from '../../commands/keys/issue-api-key.ts'
import { revokeApiKey } from '../../commands/keys/revoke-api-key.ts'
import { listApiKeys } from '../../queries/keys/list-api-keys.ts'
import { area, del, get, post } from './row.ts'

/** Issues, lists and revokes API keys. */
export const keys = area('API keys', [
  post('/v2/accounts/:accountId/api-keys', 'Account_Admin', { issueApiKey }),
  get('/v2/accounts/:accountId/api-keys', 'Account_Admin', { listApiKeys }),
  del('/v2/accounts/:accountId/api-keys/:keyId', 'Account_Admin', { revokeApiKey }),
])
