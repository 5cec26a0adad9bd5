import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composeTemplate } from '../../src/domain/templates/compose/compose.ts'
import { sizesOf } from '../../src/domain/templates/size.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { provision } from '../support/service/service.ts'
import { brand, brief } from '../support/templates/brands.ts'
import { seeded } from '../support/templates/seeded.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

type Context = { stores: SharedStores; nodes: NodeProcess[] }
type Request = { readonly accountId: string; readonly requestId: string }

const holding = new URL('../support/programs/holds-templates.ts', import.meta.url).href
/** Named by where the node that is killed stops; a node works on two of an account at a time. */
const requests: readonly Request[] = [
  { accountId: 'acme', requestId: 'read-brand' },
  { accountId: 'acme', requestId: 'compose' },
  { accountId: 'other', requestId: 'check' },
  { accountId: 'other', requestId: 'publish' },
]
const generation = (accountId: string) => `/v2/accounts/${accountId}/tmplGenAI`

const begun = async (node: NodeProcess, { accountId, requestId }: Request): Promise<void> => {
  const body = new FormData()
  const own = { requestId, retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite' }
  for (const [name, value] of Object.entries(own)) body.set(name, value)
  body.set('file', new Blob([`Fernhollow of ${requestId}. Primary color: #2f6b4a.`]), 'brand.txt')
  const { status, text } = await node.call('POST', `${generation(accountId)}/sync-flow-upload`, undefined, { body })
  assert.is(status, 200, text)
}
const heldAt = (node: NodeProcess): readonly unknown[] =>
  node
    .logged()
    .filter(({ msg }) => msg === 'held')
    .map(({ name }) => name)
    .sort()

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`templates made by a node that is killed, on ${where}`)
  test.before(async context => {
    context.nodes = []
    context.stores = await open!()
  })
  test.after(async ({ nodes, stores }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await stores?.close()
  })

  test('another node goes on in every stage, and makes each template, conversation and version once', async ({
    stores,
    nodes,
  }) => {
    const start = async (more: Readonly<Record<string, string>> = {}) => {
      const node = await startNodeProcess({ ...stores.env, LEASE_MS: '3000', ...more })
      nodes.push(node)
      return node
    }
    const first = await start({ NODE_OPTIONS: `--import=${holding}` })
    await provision(first)
    await first.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
    const size = { width: 300, height: 250 }
    const html = composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, size)
    const conversationId = await seeded(first, { requestId: 'edit', size, brief: brief(), html })
    const edit = { requestId: 'edit', conversationId, editPrompt: 'make the headline bigger' }
    const { regenerateJobId } = await first.must('POST', `${generation('acme')}/regenerate`, edit)
    for (const request of requests) await begun(first, request)
    await until(
      async () => heldAt(first),
      held => held.length === 5,
    )
    // not before: a node that starts beside it would take over from one that a busy machine silences for a lease
    await first.kill()
    const second = await start()

    for (const { accountId, requestId } of requests) {
      const { status } = await until(
        async () => (await second.call('GET', `${generation(accountId)}/workflow-status/${requestId}`)).json,
        ({ status: now }) => now !== 'IN_PROGRESS',
      )
      assert.is(status, 'COMPLETED', requestId)
    }
    const { status } = await until(
      async () => (await second.call('GET', `${generation('acme')}/regenerate/result/${regenerateJobId}`)).json,
      ({ status: now }) => now !== 'IN_PROGRESS',
    )
    assert.is(status, 'COMPLETED')

    const log = await readingLog(stores.env)
    const events = await log.events().finally(log.close)
    const countOf = (type: string, stream: string) =>
      events.filter(event => event.type === type && event.stream === stream).length
    const sizes = sizesOf('OnSite')
    for (const { accountId, requestId } of requests) {
      const stream = `template-workflow-${accountId}:${requestId}`
      assert.equal(
        ['AttemptFailed', 'Completed'].map(name => countOf(`TemplateWorkflow${name}`, stream)),
        [1, 1],
        `${requestId} was taken over once, and completed once`,
      )
      assert.is(countOf('TemplateBrandRead', stream), 1, requestId)
      assert.is(countOf('TemplateStageStarted', stream), 4, requestId)
      assert.is(countOf('TemplateStageEnded', stream), 2, requestId)
      assert.is(countOf('TemplateComposed', stream), sizes.length, requestId)
      for (const { width, height } of sizes) {
        const conversation = `template-conversation-${accountId}:${requestId}-${width}x${height}`
        assert.is(countOf('ConversationOpened', conversation), 1, conversation)
        assert.is(countOf('TemplateVersionCreated', conversation), 1, conversation)
      }
    }
    const edited = `template-conversation-acme:${conversationId}`
    assert.equal([countOf('RegenerationAttemptFailed', edited), countOf('TemplateVersionCreated', edited)], [1, 2])
  })

  if (open) test.run()
  else skip(whyNoFerretDb())
}
