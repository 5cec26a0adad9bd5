import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { type DspConfiguration, DspConfigurationEvent } from './configuration-events.ts'
import { type DspRepair, hasRepaired } from './repair.ts'

/** Maximum configurations of an account (DSP-1). */
export const mostConfigurations = 1000

export type DspConfigurationCommand =
  | { readonly kind: 'CreateConfiguration'; readonly configuration: DspConfiguration; readonly at: string }
  | { readonly kind: 'DeleteConfiguration'; readonly configId: number; readonly at: string }
  | { readonly kind: 'RecordRepair'; readonly configId: number; readonly repair: DspRepair; readonly at: string }

/** The configurations of an account, by id, in the order of their creation. */
export type DspConfigurations = ReadonlyMap<number, DspConfiguration>

type Wanted = Pick<DspConfiguration, 'dspPartnerId' | 'dspAdvertiserId' | 'configName'>

/** The configuration of the same partner, advertiser and name; undefined if there is none (DSP-3). */
export const sameConfiguration = (state: DspConfigurations, wanted: Wanted): DspConfiguration | undefined =>
  state
    .values()
    .find(
      ({ dspPartnerId, dspAdvertiserId, configName }) =>
        dspPartnerId === wanted.dspPartnerId &&
        dspAdvertiserId === wanted.dspAdvertiserId &&
        configName === wanted.configName,
    )

/** The ids of the configurations of a name. */
export const configurationsNamed = (state: DspConfigurations, name: string): readonly number[] =>
  [...state.values()].filter(({ configName }) => configName === name).map(({ configId }) => configId)

export const noConfiguration = rejection('dsp-unreadable', 'There is no such DSP configuration.')

const tooMany = rejection(
  'dsp-unreadable',
  `The account has ${mostConfigurations} DSP configurations, which is the most. Delete one first.`,
)

/** The configurations of an account; its stream is `dsp-configurations-<account>` (DSP-1, DSP-3). */
export const dspConfigurations: Aggregate<DspConfigurationCommand, DspConfigurations, DspConfigurationEvent> = {
  category: 'dsp-configurations',
  subject: 'account',
  events: DspConfigurationEvent,
  initialState: new Map(),
  decide(command, state) {
    switch (command.kind) {
      case 'CreateConfiguration': {
        const { configuration, at } = command
        if (sameConfiguration(state, configuration) !== undefined) return E.right([])
        if (state.size >= mostConfigurations) return E.left(tooMany)
        return E.right([{ type: 'DspConfigurationCreated', data: { ...configuration, at } }])
      }
      case 'DeleteConfiguration': {
        const { configId, at } = command
        return state.has(configId)
          ? E.right([{ type: 'DspConfigurationDeleted', data: { configId, at } }])
          : E.left(noConfiguration)
      }
      case 'RecordRepair': {
        const { kind: _, ...data } = command
        return E.right(hasRepaired(data.repair) ? [{ type: 'DspConfigurationRepaired', data }] : [])
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'DspConfigurationCreated': {
        const { at: _, ...configuration } = event.data
        return new Map([...state, [configuration.configId, configuration]])
      }
      case 'DspConfigurationDeleted':
        return new Map([...state].filter(([configId]) => configId !== event.data.configId))
      case 'DspConfigurationRepaired':
        return state
    }
  },
}
