import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { At, fact } from '../shared/fact.ts'
import { DspRepair, doneBy } from './repair.ts'

const configuration = {
  accountId: t.string,
  configId: integer(1),
  configName: Name,
  dspPartnerId: integer(1),
  dspAdvertiserId: integer(1),
  dspAdvertiserName: Name,
}
/** A partner, an advertiser of it, and a name that people choose (DSP-1). Ids of partners and advertisers are the DSP's. */
export const DspConfiguration = fields(configuration)
export type DspConfiguration = t.TypeOf<typeof DspConfiguration>

/** Tags of the account can be exported to this advertiser of the DSP. */
export const DspConfigurationCreated = fact(
  'DspConfigurationCreated',
  fields({ ...configuration, at: At }),
  ({ configName, dspAdvertiserName }) =>
    `The DSP configuration “${configName}” of the advertiser “${dspAdvertiserName}” was created.`,
)
/** Nothing more is exported with this configuration; what was exported stays at the DSP. */
export const DspConfigurationDeleted = fact(
  'DspConfigurationDeleted',
  fields({ configId: integer(1), at: At }),
  ({ configId }) => `DSP configuration ${configId} was deleted.`,
)
/** Creatives at the DSP were made what the log says. */
export const DspConfigurationRepaired = fact(
  'DspConfigurationRepaired',
  fields({ configId: integer(1), repair: DspRepair, at: At }),
  ({ configId, repair }) => `DSP configuration ${configId} was repaired: ${doneBy(repair)}.`,
)

export const DspConfigurationEvent = t.union([
  DspConfigurationCreated,
  DspConfigurationDeleted,
  DspConfigurationRepaired,
])
export type DspConfigurationEvent = t.TypeOf<typeof DspConfigurationEvent>
