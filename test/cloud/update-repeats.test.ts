import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { updateCloudService } from '../../commands/cloud/update-cloud-service.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { nodeOn, outcomeOf, runOf } from '../support/waiting/tally.ts'

test('a repeat of an update whose node ended after its append destroys the credentials that it replaced', async () => {
  const { log, ports, does } = memoryNodes()
  await does(cloudService, 'acme:1', {
    ...{
      kind: 'Configure',
      accountId: 'acme',
      serviceId: 1,
      name: 'Studio',
      secretId: 'first',
      serviceType: 'AmazonS3',
    },
    ...{
      rootDir: 'acme',
      root: { serviceType: 'AmazonS3', bucket: 'acme', prefix: '' },
      at: '2026-03-01T12:00:00.000Z',
    },
  })
  const forgotten: string[] = []
  const secrets = {
    store: async (_text: string, _context: string, id: string) => id,
    forget: async (id: string) => void forgotten.push(id),
  }
  const cloudStorage = { open: async () => ({ check: async () => undefined }) }
  const own = { ...ports, secrets, cloudStorage } as unknown as Ports
  const commandId = randomUUID()
  const run = (isRepeat: boolean) => {
    const input = { params: { accountId: 'acme', serviceId: 1 }, body: { accessKey: 'key', secreteKey: 'new' } }
    const work = nodeOn(log).work({ commandId, repeats: runOf(isRepeat) })
    return outcomeOf(updateCloudService.run(input as never, work, own), work, own.secrets)
  }
  const done = await run(false)
  // once, but the node may have ended before it could
  assert.equal(forgotten.splice(0), ['first'])
  assert.equal(await run(true), done)
  assert.equal(forgotten, ['first'])
})

test.run()
