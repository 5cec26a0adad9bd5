import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { openSnapshots } from '../../../src/adapters/snapshots/folder.ts'
import { creatives } from '../../../src/domain/creatives/creatives.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { manyCreatives } from '../../support/memory/many-creatives.ts'
import { stillClock } from '../../support/service/http.ts'
import { countedReads } from '../../support/waiting/notebook.ts'
import { startNodes } from '../event-log/nodes.ts'

const stream = 'creatives-acme:12'
const [count, events] = [1_200, 3_000]

type Opened = { readonly log: EventLog; close(): Promise<void> }
const logs: Readonly<Record<string, (dataDir: string) => Promise<Opened>>> = {
  embedded: dataDir =>
    openEmbedded({ dataDir, projections: new URL('../embedded/no-projections.ts', import.meta.url).href }),
  EventStoreDB: async () => {
    const nodes = await startNodes()
    return { log: await nodes.open(), close: () => nodes.close() }
  },
}

/** A node that has just started, and the number of events that it read. */
const started = async (log: EventLog, folder: string, fingerprint = 'this release') => {
  const counted = countedReads(log)
  const snapshots = await openSnapshots({ folder, logId: log.id, fingerprint, maxBytes: 1_000_000_000 })
  const newWork = openExecutor(counted.log, stillClock(), { snapshots })
  const context = { actor: 'a', operation: 'o', correlationId: 'c', causationId: 'c' }
  const save = async (creativeName: string, columnValue: string) => {
    const command = {
      kind: 'SaveCreative' as const,
      accountId: 'acme',
      creativeName,
      dynamicAssets: [{ columnName: 'headline', columnValue }],
      retailCampaignIdx: 12,
      dataServiceId: 3,
      missingAssets: [],
      at: '2026-05-01T11:00:00.000Z',
    }
    const done = await newWork({ ...context, commandId: randomUUID() }).execute(creatives, 'acme:12', command)
    if (E.isLeft(done)) throw new Error(done.left.detail)
    return done.right
  }
  return { save, eventsRead: counted.events }
}

for (const [name, open] of Object.entries(logs)) {
  const test = suite<{ folder: string; dataDir: string; opened: Opened }>(`a large campaign after a start: ${name}`)
  test.before(async context => {
    context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-long-'))
    context.folder = join(context.dataDir, 'snapshots')
    context.opened = await open(context.dataDir)
    await manyCreatives(context.opened.log, stream, count, events)
  })
  test.after(async ({ opened, dataDir }) => {
    await opened.close()
    await rm(dataDir, { recursive: true })
  })

  test('its events are read once; the next start reads its snapshot', async ({ folder, opened: { log } }) => {
    const first = await started(log, folder)
    const before = await first.save('pot 1', 'by the first')
    assert.is(first.eventsRead(), events)
    const second = await started(log, folder)
    const after = await second.save('pot 2', 'by the second')
    assert.is(second.eventsRead(), 1, 'the one that came after the snapshot')
    assert.is(after.state.creatives.size, count)
    assert.equal(after.state.creatives.get('pot 1'), before.state.creatives.get('pot 1'))
    const same = await first.save('pot 2', 'by the second')
    assert.equal(same.events, [], 'both have the same state')
    assert.is(same.state.creatives.hash, after.state.creatives.hash)
  })

  test('another release folds the events again', async ({ folder, opened: { log } }) => {
    const newer = await started(log, folder, 'the next release')
    await newer.save('pot 3', 'by the newer')
    assert.ok(newer.eventsRead() >= events)
  })

  test.run()
}
