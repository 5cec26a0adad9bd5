import { authoriseDsp } from '../../commands/dsp/authorise-dsp.ts'
import { cancelDspExport } from '../../commands/dsp/cancel-dsp-export.ts'
import { confirmDspConsent } from '../../commands/dsp/confirm-dsp-consent.ts'
import { createDspConfiguration } from '../../commands/dsp/create-dsp-configuration.ts'
import { deleteDspConfiguration } from '../../commands/dsp/delete-dsp-configuration.ts'
import { exportDspTags } from '../../commands/dsp/export-dsp-tags.ts'
import { getDspConsentPage } from '../../commands/dsp/get-dsp-consent-page.ts'
import { receiveDspConsent } from '../../commands/dsp/receive-dsp-consent.ts'
import { repairDspConfiguration } from '../../commands/dsp/repair-dsp-configuration.ts'
import { checkDspTagsGenerated } from '../../queries/dsp/check-dsp-tags-generated.ts'
import { getDspExportStatus } from '../../queries/dsp/get-dsp-export-status.ts'
import { getRunningDspExport } from '../../queries/dsp/get-running-dsp-export.ts'
import { listDspAdvertisers } from '../../queries/dsp/list-dsp-advertisers.ts'
import { listDspConfigurations } from '../../queries/dsp/list-dsp-configurations.ts'
import { reconcileDspConfiguration } from '../../queries/dsp/reconcile-dsp-configuration.ts'
import { callbackPath, confirmPath } from '../dsp/consent/addresses.ts'
import { area, del, get, post } from './row.ts'

const configurations = '/v2/accounts/:accountId/dsp-configurations'
const server = '/svc/serverApis/dsp'

/** Configurations of the demand-side platform (DSP), consent, and the export of tags. */
export const dsp = area('DSP', [
  get(configurations, 'Dsp_All', { listDspConfigurations }),
  post(configurations, 'Dsp_All', { createDspConfiguration }),
  del(`${configurations}/:configId`, 'Dsp_All', { deleteDspConfiguration }),
  get(`${configurations}/:partnerId/auth-gateway`, 'Dsp_All', { authoriseDsp }),
  get(`${configurations}/:partnerId/advertisers`, 'Dsp_All', { listDspAdvertisers }),
  get(`${configurations}/:configId/reconcile`, 'Dsp_All', { reconcileDspConfiguration }),
  post(`${configurations}/:configId/reconcile`, 'Dsp_All', { repairDspConfiguration }),
  get(`${confirmPath}/:state`, 'public', { getDspConsentPage }),
  post(`${confirmPath}/:state`, 'public', { confirmDspConsent }),
  get(callbackPath, 'public', { receiveDspConsent }),
  post(`${server}/exportTags`, 'Dsp_All', { exportDspTags }),
  get(`${server}/checkStatus`, 'Dsp_All', { getDspExportStatus }),
  get(`${server}/tags`, 'Dsp_All', { checkDspTagsGenerated }),
  post(`${server}/cancelExport`, 'Dsp_All', { cancelDspExport }),
  get(`${server}/alreadyProcessing`, 'Dsp_All', { getRunningDspExport }),
])
