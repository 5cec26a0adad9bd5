import { createDspConfiguration } from '../../commands/dsp/create-dsp-configuration.ts'
import { deleteDspConfiguration } from '../../commands/dsp/delete-dsp-configuration.ts'
import { listDspConfigurations } from '../../queries/dsp/list-dsp-configurations.ts'
import { area, del, get, post } from './row.ts'

const configurations = '/v2/accounts/:accountId/dsp-configurations'

/** Configurations of the demand-side platform (DSP), consent, and the export of tags. */
export const dsp = area('DSP', [
  get(configurations, 'Dsp_All', { listDspConfigurations }),
  post(configurations, 'Dsp_All', { createDspConfiguration }),
  del(`${configurations}/:configId`, 'Dsp_All', { deleteDspConfiguration }),
])
