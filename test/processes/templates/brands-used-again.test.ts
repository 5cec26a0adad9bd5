import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesOf } from '../../../src/domain/templates/workflow/state.ts'
import { templateWorkflows } from '../../../src/processes/templates/template-workflows.ts'
import { stagesShown } from '../../../src/templates/stages-shown.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { brand } from '../../support/templates/brands.ts'
import { initiate, overIn, stateOf, workflowNodes } from '../../support/templates/workflow-nodes.ts'

type World = ReturnType<typeof workflowNodes> & {
  /** Runs a workflow to its end; how often the reader was asked for it. */
  runs(requestId: string, over?: Parameters<typeof initiate>[1]): Promise<number>
}
const test = suite<World>('brands that are used again')
const minute = 60_000

test.before.each(context => {
  const logo = (blob: string) => ({ blob, contentType: 'image/png', width: 60, height: 20, role: 'logo' }) as const
  const made = workflowNodes({
    read: async () => {
      const { sha256 } = await made.blobs.put(Buffer.from('logo'))
      return { profile: { ...brand(), logo: logo(sha256) }, warnings: ['A picture was left out.'] }
    },
  })
  made.nodes.start([templateWorkflows], 'node1')
  const readings = () => made.asked.filter(one => one.startsWith('read')).length
  Object.assign(context, made, {
    async runs(requestId: string, over: Parameters<typeof initiate>[1] = {}) {
      const [before, over_] = [readings(), overIn(made.nodes)]
      await initiate(made.nodes, { ...over, requestId })
      await comesTrue(() => overIn(made.nodes) > over_, `${requestId} ends`)
      return readings() - before
    },
  })
})
test.after.each(async ({ nodes }) => {
  await nodes.stop()
})

test('a page is read once in an hour, and what was read is said to be used again', async ({ runs, nodes }) => {
  assert.is(await runs('spring'), 1)
  nodes.clock.pass(59 * minute)
  assert.is(await runs('summer'), 0)
  const [spring, summer] = [await stateOf(nodes, 'acme:spring'), await stateOf(nodes, 'acme:summer')]
  assert.is(summer.status, 'COMPLETED')
  assert.equal(summer.brandWarnings, ['A picture was left out.'])
  assert.equal(summer.brandReused, { requestId: 'spring', readAt: spring.brandRead?.at })
  assert.match(stagesShown(summer)[0]?.detail ?? '', 'Used again: the brand that was read for “spring” at 2026-03-01T')
  assert.is(stagesShown(spring)[0]?.detail, undefined)
  // a brand that was used again does not become newer
  nodes.clock.pass(2 * minute)
  assert.is(await runs('autumn'), 1)
})

const upload = (blob: string) => ({ sources: [{ kind: 'document', blob, bytes: 9 } as const] })
test('a file is read once, whatever time passes, and another one is read', async ({ runs, nodes }) => {
  assert.is(await runs('spring', upload('a'.repeat(64))), 1)
  nodes.clock.pass(400 * 24 * 60 * minute)
  assert.is(await runs('summer', upload('a'.repeat(64))), 0)
  assert.is(await runs('autumn', upload('b'.repeat(64))), 1)
})

test('another account or retailer, or other sources together, are read', async ({ runs }) => {
  assert.is(await runs('spring'), 1)
  assert.is(await runs('spring', { accountId: 'other' }), 1)
  assert.is(await runs('retailer', { retailer: { id: '8', name: 'Fernhollow' } }), 1)
  assert.is(await runs('named', { retailer: { id: '7', name: 'Fernhollow Ltd' } }), 0)
  assert.is(await runs('upload', upload('a'.repeat(64))), 1)
})

test('each workflow names the files that it needs, so no sweep deletes them', async ({ runs, nodes, blobs }) => {
  await runs('spring')
  await runs('summer')
  const [spring, summer] = [await stateOf(nodes, 'acme:spring'), await stateOf(nodes, 'acme:summer')]
  for (const workflow of [spring, summer])
    assert.ok(filesOf(workflow, nodes.clock.now()).includes(workflow.briefSha256 ?? ''))
  const { brand: first } = JSON.parse((await blobs.read(spring.briefSha256 ?? '')).toString())
  const second = JSON.parse((await blobs.read(summer.briefSha256 ?? '')).toString())
  assert.equal(second.brand, first)
  assert.match(second.logoPath, /^generated\/summer\/logo-/)
})

test('a brand whose brief or picture is no longer stored is read again', async ({ runs, nodes, blobs }) => {
  await runs('spring')
  const { briefSha256 = '' } = await stateOf(nodes, 'acme:spring')
  const { brand: first } = JSON.parse((await blobs.read(briefSha256)).toString())
  await blobs.delete(first.logo.blob)
  assert.is(await runs('summer'), 1)
  for (const id of ['acme:spring', 'acme:summer']) await blobs.delete((await stateOf(nodes, id)).briefSha256 ?? '')
  assert.is(await runs('autumn'), 1)
})

test.run()
