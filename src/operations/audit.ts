import { getRetailCampaignHistory } from '../../queries/audit/get-retail-campaign-history.ts'
import { listEvents } from '../../queries/audit/list-events.ts'
import { streamAccountEvents } from '../../queries/audit/stream-account-events.ts'
import { streamAllEvents } from '../../queries/audit/stream-all-events.ts'
import { area, get } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** The history of changes, for auditors. */
export const audit = area('Audit', [
  get('/v2/accounts/:accountId/events', 'Audit_View', { listEvents }),
  get('/v2/accounts/:accountId/events/stream', 'Audit_View', { streamAccountEvents }),
  get('/v2/events', 'Audit_View', { streamAllEvents }),
  get(`${campaign}/history`, 'Audit_View', { getRetailCampaignHistory }),
])
