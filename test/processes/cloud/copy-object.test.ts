import { Readable } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ports } from '../../../src/ports/ports.ts'
import { copyObject } from '../../../src/processes/cloud/copy-object.ts'
import { memoryBlobs } from '../../support/memory/fakes.ts'
import { memoryNodes } from '../../support/memory/node.ts'

test('an object for which the account has no room is not stored, and says so; smaller ones are copied', async () => {
  const blobs = memoryBlobs()
  const { ports, work, log } = memoryNodes({
    blobs,
    config: { publicUrl: '', mailLimit: 'off', storageLimit: 10 },
    fileKinds: { kindOfBeginning: async () => ({ contentType: 'text/plain' }) } as unknown as Ports['fileKinds'],
  })
  const contents: Readonly<Record<string, string>> = { one: '123456', two: '12345', three: '1234' }
  const context = {
    accountId: 'acme',
    storage: { open: async (key: string) => ({ body: Readable.from([Buffer.from(contents[key] ?? '')]) }) } as never,
    rootPrefix: '',
    work: work(),
    ports,
    signal: new AbortController().signal,
    received: () => undefined,
  }
  const copied = []
  for (const name of ['one', 'two', 'three']) copied.push((await copyObject(name, context))?.code)
  assert.equal(copied, [undefined, 'storage-full', undefined])
  assert.equal([...blobs.kept.values()].map(String), ['123456', '1234'])
  assert.is(log.events.length, 2)
})

test.run()
