import * as assert from 'uvu/assert'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { mostWarnings } from '../../../src/domain/templates/conversation-events.ts'
import type { TemplateEditRequest, TemplateGenerator } from '../../../src/ports/template-generator.ts'
import { templateRegenerations } from '../../../src/processes/templates/template-regenerations.ts'
import { conversationOpened, versionCreated } from '../../support/examples/templates.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'
import { eventsOf } from '../../support/memory/log.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'
import { brief } from '../../support/templates/brands.ts'

const test = processSuite('edits of templates')

const id = 'acme:spring-300x250'
type Edit = TemplateGenerator['edit']
const failure = (code: 'unavailable' | 'refused') => ({
  ...{ code, detail: `It is ${code}.`, transient: code === 'unavailable' },
})

/** Nodes with a conversation of version 1.0 and a prompt, and a generator that answers so. */
const prompted = async (stop: ProcessTest['stop'], edit: Edit) => {
  const blobs = memoryBlobs(() => new Date(conversationOpened().data.at))
  const asked: TemplateEditRequest[] = []
  const templateGenerator: TemplateGenerator = {
    name: 'test',
    compose: async () => failure('refused'),
    edit: (request, signal) => {
      asked.push(request)
      return edit(request, signal)
    },
  }
  const nodes = memoryNodes({ blobs, templateGenerator })
  stop.push(nodes.stop)
  const put = async (text: string) => (await blobs.put(Buffer.from(text))).sha256
  const { data } = conversationOpened({ briefSha256: await put(JSON.stringify(brief())) })
  const { generator, provenance } = versionCreated().data
  const made = { htmlSha256: await put('<p>one</p>'), warnings: [], generator, provenance }
  await nodes.does(templateConversation, id, { kind: 'StartConversation', ...data, ...made })
  await nodes.does(templateConversation, id, { kind: 'Prompt', prompt: 'make it red', at: data.at })
  return { nodes, blobs, asked }
}
const lastOf = ({ log }: MemoryNodes) => eventsOf(log, templateConversation).at(-1)
const ended = async (nodes: MemoryNodes) => {
  const isEnd = () =>
    ['RegenerationFailed', 'RegenerationAttemptFailed'].includes(lastOf(nodes)?.type ?? '') ||
    nodes.types().filter(type => type === 'TemplateVersionCreated').length > 1
  await comesTrue(isEnd, 'the edit ends')
  return lastOf(nodes)
}

test('the generator gets the brief, the HTML of the head and the prompt; its answer is the next version', async ({
  stop,
}) => {
  const warnings = Array.from({ length: 30 }, (_, n) => `${n} ${'x'.repeat(2_000)}`)
  const { nodes, blobs, asked } = await prompted(stop, async () => ({ html: '<p>red</p>', warnings }))
  nodes.start([templateRegenerations], 'one')
  const end = await ended(nodes)
  assert.equal(asked, [
    {
      brief: brief(),
      html: '<p>one</p>',
      size: { width: 300, height: 250 },
      prompt: 'make it red',
      take: 0,
      earlier: { prompts: [] },
      given: [],
    },
  ])
  if (end?.type !== 'TemplateVersionCreated') return assert.unreachable(end?.type)
  assert.is(end.data.version, '2.0')
  assert.is((await blobs.read(end.data.htmlSha256)).toString(), '<p>red</p>')
  assert.is(end.data.warnings.length, mostWarnings)
  assert.ok(end.data.warnings.every(warning => warning.length <= 500))
})

test('a long warning is cut between characters', async ({ stop }) => {
  const warnings = [`${'x'.repeat(499)}😀`]
  const { nodes } = await prompted(stop, async () => ({ html: '<p>red</p>', warnings }))
  nodes.start([templateRegenerations], 'one')
  const end = await ended(nodes)
  if (end?.type !== 'TemplateVersionCreated') return assert.unreachable(end?.type)
  assert.equal(end.data.warnings, ['x'.repeat(499)])
})

test('a refusal ends the edit with its reason', async ({ stop }) => {
  const { nodes } = await prompted(stop, async () => failure('refused'))
  nodes.start([templateRegenerations], 'one')
  const end = await ended(nodes)
  if (end?.type !== 'RegenerationFailed') return assert.unreachable(end?.type)
  assert.equal([end.data.code, end.data.reason], ['refused', 'It is refused.'])
})

test('a failure that may pass is repeated, and a retry of the prompt is another take', async ({ stop }) => {
  let isAway = true
  const { nodes, asked } = await prompted(stop, async () =>
    isAway ? failure('unavailable') : { html: '<p>red</p>', warnings: [] },
  )
  nodes.start([templateRegenerations], 'one')
  assert.is((await ended(nodes))?.type, 'RegenerationAttemptFailed')
  isAway = false
  nodes.clock.pass(5_000)
  nodes.look()
  await comesTrue(() => lastOf(nodes)?.type === 'TemplateVersionCreated', 'the second attempt makes the version')
  const at = nodes.clock.now().toISOString()
  await nodes.does(templateConversation, id, { kind: 'Retry', major: 2, at })
  const made = () => nodes.types().filter(type => type === 'TemplateVersionCreated').length
  await comesTrue(() => made() === 3, 'the retry makes a version')
  assert.equal(
    asked.map(({ html, prompt, take }) => [html, prompt, take]),
    [
      ['<p>one</p>', 'make it red', 0],
      ['<p>one</p>', 'make it red', 0],
      ['<p>one</p>', 'make it red', 1],
    ],
  )
})

test('another node goes on with the edit of one that fell silent, and the version is made once', async ({ stop }) => {
  const hanging = Promise.withResolvers<never>()
  let asks = 0
  const { nodes } = await prompted(stop, async (_, signal) => {
    signal.addEventListener('abort', () => hanging.reject(new Error('ended')), { once: true })
    return ++asks === 1 ? hanging.promise : { html: '<p>red</p>', warnings: [] }
  })
  nodes.start([templateRegenerations], 'one')
  await comesTrue(() => asks === 1, 'the first node begins')
  nodes.start([templateRegenerations], 'two')
  nodes.look()
  await comesTrue(() => {
    nodes.clock.pass(1_000)
    nodes.look()
    return nodes.types().filter(type => type === 'TemplateVersionCreated').length === 2
  }, 'the second node makes the version')
})

test.run()
