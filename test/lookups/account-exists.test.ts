import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { account } from '../../src/domain/provisioning/aggregates.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { accountExistsIn } from '../../src/lookups/account-exists.ts'
import { StoreAway } from '../../src/ports/store-away.ts'
import { memoryLog } from '../support/memory/log.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'
import { stillClock } from '../support/service/http.ts'

const test = suite('accounts that exist')
const value = { accountId: 'acme', name: 'Acme', orgId: 'org1' }

test('an account exists before its view shows it', async () => {
  const log = memoryLog()
  const exists = accountExistsIn({ readModels: memoryReadModels(), log })
  assert.not(await exists('acme'))
  const id = '00000000-0000-4000-8000-000000000001'
  const work = openExecutor(
    log,
    stillClock(),
  )({
    ...{ actor: 'cli', operation: 'putAccount', commandId: id, correlationId: id, causationId: id },
  })
  await work.execute(account, 'acme', { value, at: '2026-05-02T10:00:00.000Z' })
  assert.ok(await exists('acme'))
  assert.not(await exists('acm'))
})

test('an account that its view shows is found while the log is away', async () => {
  const readModels = memoryReadModels()
  readModels.put(accounts, 'acme', { value, revision: 0 })
  const streamHead = async () => {
    throw new StoreAway('event log', 'no connection')
  }
  assert.ok(await accountExistsIn({ readModels, log: { streamHead } })('acme'))
})

test.run()
