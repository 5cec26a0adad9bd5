import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { problems } from '../../src/http/response/problems.ts'
import { operations } from '../../src/operations/operations.ts'

const test = suite('failures of the operations of the DSP')

const ofDsp = operations.filter(({ area, operation }) => area === 'DSP' && operation.refused !== undefined)
const bodyOf = (name: string, status: number, code = 'x') => {
  const row = ofDsp.find(({ operationId }) => operationId === name)
  const shown = row?.operation.refused?.({ status, code, detail: 'It broke.' })
  return shown && [shown.status, shown.body, shown.headers?.['X-Operation-Status']]
}

test('whatever fails on our side is 500 in the shape of the operation, with the reason (DSP-10, DSP-12)', () => {
  const names = ['exportDspTags', 'getDspExportStatus', 'cancelDspExport', 'getRunningDspExport']
  for (const name of [...names, 'createDspConfiguration', 'deleteDspConfiguration'])
    assert.equal(bodyOf(name, 500), [500, { status: 500, message: 'The request failed.', error: 'It broke.' }, '500'])
  for (const name of ['listDspAdvertisers', 'checkDspTagsGenerated'])
    assert.equal(bodyOf(name, 500), [500, { status: 'FAILED', error: 'It broke.' }, '500'])
})

test('what cannot be read or carried out is 422', () => {
  for (const status of [400, 404, 409, 422]) assert.equal(bodyOf('cancelDspExport', status)?.[0], 422)
})

test('refusals that say when to try again, or are about the key, stay problems', () => {
  const staying = Object.entries(problems).filter(([, { status }]) => [401, 403, 413, 415, 429, 503].includes(status))
  assert.ok(staying.length > 10)
  for (const [code, { status }] of staying)
    for (const { operationId } of ofDsp)
      assert.is(bodyOf(operationId, status, code), undefined, `${operationId} ${code}`)
  assert.is(bodyOf('exportDspTags', 409, 'idempotency-key-in-use'), undefined)
})

test.run()
