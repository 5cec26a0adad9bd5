import { test } from 'uvu'
import { dataSignalsView } from '../../../projections/campaigns/data-signals.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const signal = (dataSignalName: string) => ({ dataSignalId: 1, dataSignalName, dataSignalProperties: [] })
const configured = (name: string) => ({
  type: 'DataSignalsConfigured',
  data: { value: { dataSignals: [signal(name)] }, at: '2026-05-01T10:00:00.000Z' },
})

test('an account has the signals of the last PUT', () =>
  givenEvents(dataSignalsView)(...inStream('data-signals-acme', [configured('Weather'), configured('Store')])).then({
    acme: { dataSignals: [signal('Store')], revision: 1 },
  }))

test.run()
