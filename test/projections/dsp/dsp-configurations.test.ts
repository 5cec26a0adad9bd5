import { suite } from 'uvu'
import { dspConfigurations as view } from '../../../projections/dsp/dsp-configurations.ts'
import { configuration, dspConfigurationCreated, dspConfigurationDeleted } from '../../support/examples/dsp.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const test = suite('view of DSP configurations')

test('each configuration of an account is a document of its own', () => {
  const events = [dspConfigurationCreated(), dspConfigurationCreated({ configId: 8, configName: 'Summer' })]
  givenEvents(view)(...inStream('dsp-configurations-acme', events)).then({
    7: configuration(),
    8: configuration({ configId: 8, configName: 'Summer' }),
  })
  givenEvents(view)(...inStream('dsp-configurations-acme', [...events, dspConfigurationDeleted(7)])).then({
    8: configuration({ configId: 8, configName: 'Summer' }),
  })
})

test.run()
