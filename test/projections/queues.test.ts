import { test } from 'uvu'
import { queues } from '../../projections/queues.ts'
import type { ExportEvent } from '../../src/domain/exports/events.ts'
import {
  exportAttemptFailed,
  exportCompleted,
  exportFailed,
  exportInitiated,
  exportMadeAvailable,
  exportOfTwelve,
  exportProgressed,
  exportStarted,
  fault,
} from '../support/examples/exports.ts'
import { givenEvents, inStream } from '../support/given-events.ts'

const id = 'acme:export-12-production-png-1-1'
const after = (...events: readonly ExportEvent[]) =>
  givenEvents(queues)(...inStream(`export-${exportOfTwelve}`, events))
const running = [exportInitiated(), exportStarted(), exportProgressed()]

test('a queue begins with the request and says who may look at it (decision 27)', () =>
  after(exportInitiated()).then({
    [id]: {
      accountId: 'acme',
      retailCampaignIdx: 12,
      queueId: 'export-12-production-png-1-1',
      kind: 'export',
      permission: 'Campaigns_Create',
      status: 'INITIATED',
      total: 0,
      done: 0,
      failed: 0,
      errors: [],
    },
  }))
test('it counts what is made and what could not be', () =>
  after(...running).thenIn(id, { status: 'PROCESSING', total: 4, done: 2, failed: 1 }))
test('an attempt that failed is not the end of it', () =>
  after(...running, exportAttemptFailed()).thenIn(id, { status: 'PROCESSING', errors: [] }))
test('at the end it has the file, and names what the file lacks', () =>
  after(...running, exportCompleted({ faults: [fault] })).thenIn(id, {
    status: 'COMPLETED',
    total: 4,
    done: 3,
    failed: 1,
    errors: [fault],
    zip: 'z1',
    filename: 'a.zip',
    contentHash: 'c1',
  }))
test('a failure has at least one error to show', () => {
  after(...running, exportFailed({ faults: [fault] })).thenIn(id, { status: 'FAILED', errors: [fault] })
  after(...running, exportFailed()).thenIn(id, {
    status: 'FAILED',
    errors: [{ item: '', code: 'export-failed', detail: 'None of the 4 files could be made.' }],
  })
})
test('each run has its own queue; what was made along the way has none', () => {
  after(...running, exportCompleted(), exportInitiated({ queueId: 'q2', run: 2 })).thenIn('acme:q2', {
    status: 'INITIATED',
  })
  after(exportMadeAvailable()).then({})
})

test.run()
