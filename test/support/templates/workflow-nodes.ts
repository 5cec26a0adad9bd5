import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import type { BrandReader } from '../../../src/ports/brand-reader.ts'
import type { TemplateGenerator } from '../../../src/ports/template-generator.ts'
import { sealed } from '../../../src/templates/sealed-url.ts'
import { workflowInitiated } from '../examples/templates.ts'
import { memoryBlobs } from '../memory/blobs.ts'
import { fakeSecrets } from '../memory/fakes.ts'
import { type MemoryNodes, memoryNodes } from '../memory/node.ts'
import { brand } from './brands.ts'

export type Read = BrandReader['read']
export type Compose = TemplateGenerator['compose']

export const at = '2026-03-01T12:00:00.000Z'
export const reads: Read = async () => ({ profile: brand(), warnings: [] })
export const composes: Compose = async (_, { width, height }) => ({
  html: `<p>${width}x${height}</p>`,
  warnings: [],
})
export const ended = { code: 'ended', detail: 'It was ended.', transient: true } as const

const secrets = fakeSecrets()

/** Nodes that make templates with a reader and a generator of the test; `asked` lists what these were asked for. */
export const workflowNodes = (
  over: { readonly read?: Read; readonly compose?: Compose; readonly storageLimit?: number | 'off' } = {},
) => {
  const asked: string[] = []
  const { read = reads, compose = composes, storageLimit = 'off' as const } = over
  const config = { publicUrl: '', mailLimit: 'off' as const, storageLimit }
  const brandReader: BrandReader = {
    read(sources, options) {
      asked.push(`read ${sources.map(source => (source.kind === 'url' ? source.url : source.kind)).join()}`)
      return read(sources, options)
    },
    check: async () => undefined,
    close: async () => undefined,
  }
  const templateGenerator: TemplateGenerator = {
    name: 'fake',
    compose(brief, size, signal) {
      asked.push(`compose ${size.width}x${size.height}`)
      return compose(brief, size, signal)
    },
    edit: async () => ended,
  }
  const blobs = memoryBlobs(() => new Date(at))
  const nodes = memoryNodes({ brandReader, templateGenerator, secrets, blobs, config })
  return { nodes, asked, blobs }
}

type Initiated = Parameters<typeof workflowInitiated>[0]
const page = 'https://brand.example.com/?token=1'

/** Starts a workflow; by default that of the examples, from a page. */
export const initiate = async (nodes: MemoryNodes, over: Initiated = {}): Promise<string> => {
  const accountId = over.accountId ?? 'acme'
  const sealedUrl = await sealed(secrets, accountId, page)
  const { data } = workflowInitiated({ sources: [{ kind: 'url', sealedUrl }], ...over })
  const id = `${accountId}:${data.requestId}`
  await nodes.does(templateWorkflow, id, { kind: 'Initiate', ...data })
  return id
}
export const stateOf = async (nodes: MemoryNodes, id = 'acme:spring') => {
  const { state } = await nodes.work().load(templateWorkflow, id)
  if (state === undefined) throw new Error('there is no workflow')
  return state
}
const ends = ['TemplateWorkflowCompleted', 'TemplateWorkflowFailed', 'TemplateWorkflowTerminated']
/** How many workflows are over. */
export const overIn = (nodes: MemoryNodes): number => nodes.types().filter(type => ends.includes(type)).length
export const isOver = (nodes: MemoryNodes): boolean => overIn(nodes) > 0
export const count = (nodes: MemoryNodes, type: string): number => nodes.types().filter(one => one === type).length
