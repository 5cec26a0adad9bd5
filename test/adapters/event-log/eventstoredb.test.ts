import { randomUUID } from 'node:crypto'
import { openEventStoreDb } from '../../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import { startStandIn } from '../../support/servers/eventstore/stand-in.ts'
import { eventLogContract } from '../event-log.contract.ts'
import { patient } from './nodes.ts'

const real = process.env.EVENTSTOREDB_URL

eventLogContract(real ? 'EventStoreDB' : 'EventStoreDB (stand-in)', async () => {
  const standIn = real ? undefined : await startStandIn()
  const url = real ?? standIn?.url ?? ''
  const streamPrefix = `endcap_${randomUUID()}_`
  const [log, other] = await Promise.all([
    openEventStoreDb({ url, streamPrefix, patience: patient }),
    openEventStoreDb({ url, streamPrefix, patience: patient }),
  ])
  const close = async () => {
    await Promise.all([log.close(), other.close()])
    await standIn?.close()
  }
  return { log, other, close }
})
