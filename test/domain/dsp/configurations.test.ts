import { suite } from 'uvu'
import { dspConfigurations, mostConfigurations } from '../../../src/domain/dsp/configurations.ts'
import { configuration, dspConfigurationCreated, dspConfigurationDeleted } from '../../support/examples/dsp.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('DSP configurations')
const one = given(dspConfigurations)
const at = '2026-05-01T10:00:00.000Z'
const create = (over: Partial<ReturnType<typeof configuration>> = {}) =>
  ({ kind: 'CreateConfiguration', configuration: configuration(over), at }) as const

test('the same partner, advertiser and name is one configuration, whatever its id', () => {
  one().when(create()).then(dspConfigurationCreated())
  one(dspConfigurationCreated())
    .when(create({ configId: 8 }))
    .thenNothing()
  for (const other of [{ dspPartnerId: 1002 }, { dspAdvertiserId: 2002 }, { configName: 'Summer' }])
    one(dspConfigurationCreated())
      .when(create({ configId: 8, ...other }))
      .then(dspConfigurationCreated({ configId: 8, ...other }))
  one(dspConfigurationCreated(), dspConfigurationDeleted())
    .when(create({ configId: 8 }))
    .then(dspConfigurationCreated({ configId: 8 }))
})

test('a configuration that does not exist, or no longer, cannot be deleted', () => {
  const remove = { kind: 'DeleteConfiguration', configId: 7, at } as const
  one().when(remove).thenRejected('dsp-unreadable')
  one(dspConfigurationCreated()).when(remove).then(dspConfigurationDeleted())
  one(dspConfigurationCreated(), dspConfigurationDeleted()).when(remove).thenRejected('dsp-unreadable')
})

test('an account has a bounded number of configurations', () => {
  const many = Array.from({ length: mostConfigurations }, (_, i) =>
    dspConfigurationCreated({ configId: i + 1, configName: `Configuration ${i + 1}` }),
  )
  const next = { configId: mostConfigurations + 1, configName: 'One more' }
  one(...many)
    .when(create(next))
    .thenRejected('dsp-unreadable')
  one(...many, dspConfigurationDeleted(1))
    .when(create(next))
    .then(dspConfigurationCreated(next))
})

test.run()
