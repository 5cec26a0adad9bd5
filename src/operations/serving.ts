import { serveAd } from '../../queries/serving/serve-ad.ts'
import { serveClick } from '../../queries/serving/serve-click.ts'
import { serveImpression } from '../../queries/serving/serve-impression.ts'
import { area, get } from './row.ts'

/** What ad tags load. */
export const serving = area('Serving', [
  get('/serve/:accountId/:retailCampaignIdx/:part', 'public', { serveAd }),
  get('/serve/:accountId/:retailCampaignIdx/:adUnitId/click', 'public', { serveClick }),
  get('/serve/:accountId/:retailCampaignIdx/:adUnitId/impression/:tracker', 'public', { serveImpression }),
])
