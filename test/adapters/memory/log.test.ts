import { memoryLog } from '../../support/memory/log.ts'
import { eventLogContract } from '../event-log.contract.ts'

eventLogContract('in memory, for tests', async () => {
  const log = memoryLog()
  return { log, other: log, close: () => log.close() }
})
