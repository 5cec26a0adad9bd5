import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { openBlobs } from '../../../src/adapters/blobs/open-blobs.ts'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { conversationIdOf, conversationKey } from '../../../src/domain/templates/conversation-id.ts'
import type { TemplateSize } from '../../../src/domain/templates/size.ts'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { openStores } from '../../../src/node/stores/open-stores.ts'
import type { TemplateBrief } from '../../../src/ports/template-generator.ts'
import type { Service } from '../service/service.ts'
import { until } from '../waiting/until.ts'

/** A conversation as a workflow starts it; the brief says its account. */
export type Seed = {
  readonly requestId: string
  readonly size: TemplateSize
  readonly brief: TemplateBrief
  readonly html: string
}

/** Starts a conversation with version 1.0 in the log of a service, as a workflow would, and waits until it is shown; its id. */
export const seeded = async (service: Service, { requestId, size, brief, html }: Seed): Promise<string> => {
  const config = readConfig(service.stores)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const { blobs, close } = await openBlobs(config.right)
  const stores = await openStores(config.right)
  try {
    const put = async (text: string) => (await blobs.put(Buffer.from(text))).sha256
    const { accountId, retailerName, inventoryType } = brief
    const conversationId = conversationIdOf(requestId, size)
    const commandId = randomUUID()
    const cause = { correlationId: commandId, causationId: commandId }
    const work = stores.newWork({ actor: 'process:test', operation: 'test', commandId, ...cause })
    const started = await work.execute(templateConversation, conversationKey(accountId, conversationId), {
      kind: 'StartConversation',
      ...{ accountId, requestId, conversationId, ...size, retailerName, inventoryType, generator: 'built-in' },
      provenance: { provider: 'built-in', at: new Date().toISOString() },
      ...{
        briefSha256: await put(JSON.stringify(brief)),
        htmlSha256: await put(html),
        warnings: [],
        at: new Date().toISOString(),
      },
    })
    if (E.isLeft(started)) throw new Error(started.left.detail)
    const path = `/v2/accounts/${accountId}/tmplGenAI/regenerate/conversation/${conversationId}`
    await until(
      () => service.call('GET', path),
      ({ status }) => status === 200,
    )
    return conversationId
  } finally {
    await stores.close()
    await close()
  }
}
