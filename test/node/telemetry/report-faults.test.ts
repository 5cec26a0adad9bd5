import { diag } from '@opentelemetry/api'
import { globalErrorHandler } from '@opentelemetry/core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reportFaults } from '../../../src/node/telemetry/report-faults.ts'

const test = suite('faults of sending to the collector')
test.after(() => diag.disable())

/** What is logged of an error that the SDK finds. */
const loggedOf = (error: Error): readonly object[] => {
  const logged: object[] = []
  reportFaults().to({ warn: fields => logged.push(fields) })
  globalErrorHandler(error)
  return logged
}
const failed = (more: object) => Object.assign(new Error('http://10.0.0.9:4318/?token=hunter2 "code":"no"'), more)

test('an operator reads why, and no address of the collector', () => {
  assert.equal(loggedOf(failed({ code: 'ECONNREFUSED' })), [{ reason: 'ECONNREFUSED' }])
  assert.equal(loggedOf(failed({ code: 401, data: 'hunter2' })), [{ reason: '401' }])
  assert.equal(loggedOf(failed({})), [{}])
})

test.run()
