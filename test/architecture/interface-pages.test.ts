import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { systemRows } from '../../src/http/pages/system.ts'
import { operations } from '../../src/operations/operations.ts'
import { documented } from '../support/given/documented-operations.ts'

const shownPath = (path: string) => path.replace(/[:*]([A-Za-z]+)/g, '{$1}')
const shownPermission = (permission: string) => ({ public: 'none', any: 'that of the start' })[permission] ?? permission

const system = systemRows({
  rows: operations,
  metrics: createMetrics(),
  version: '0',
  readiness: async () => ({ ready: true, details: {} }),
})
const rows = [...operations, ...system]

for (const { operationId, method, path, permission, operation } of rows)
  test(`the page of ${operationId} agrees with the table of operations`, () => {
    const row = documented.get(operationId)
    assert.ok(row, `docs/interface has no row for ${operationId}`)
    assert.equal(
      [row.method, row.path, row.permission, row.mark],
      [method, shownPath(path), shownPermission(permission), operation.extension ? 'Extension' : ''],
    )
  })

test('an operation that is not implemented is marked as planned', () => {
  const built = new Set(rows.map(row => row.operationId))
  assert.equal(
    [...documented].filter(([id, { mark }]) => !built.has(id) && !/Planned/.test(mark)).map(([id]) => id),
    [],
  )
  const ofInterface = [...documented.values()].filter(({ mark }) => !/Extension/.test(mark))
  assert.is(ofInterface.length, 83, 'operations of the interface, built or planned')
})

test.run()
