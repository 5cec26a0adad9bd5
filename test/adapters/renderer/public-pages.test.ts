import { getPriority } from 'node:os'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { waitingPages } from '../../../src/adapters/renderer/turns.ts'
import { type Renderer, RendererUnavailable, type RenderJob } from '../../../src/ports/renderer.ts'
import { job, page, rendererFor } from '../../support/rendering/rendering.ts'

/** A page that asks for a file. */
const html = page('', '<img src="/assets/acme/a.png">')
/** A job that is drawn when the test lets it go. */
const heldJob = (given: Partial<RenderJob>) => {
  const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()]
  const resource = async () => {
    asked.resolve()
    return go.promise
  }
  return { job: job({ html, resource, ...given }), asked: asked.promise, go: () => go.resolve(undefined) }
}

const test = suite<{ renderer: Renderer }>('pages of public requests')
test.before(async context => {
  const mostWaiting = { inAll: 3 * html.length, ofAccount: 2 * html.length }
  context.renderer = await rendererFor({ pages: 1, mostWaiting })
})
test.after(({ renderer }) => renderer.close())

test('work of the account does not wait behind all that strangers asked for', async ({ renderer }) => {
  const first = heldJob({ isPublic: true })
  const done: string[] = []
  const note = (name: string) => () => void done.push(name)
  const all = [renderer.render(first.job).then(note('first'))]
  await first.asked
  all.push(renderer.render(job({ html, isPublic: true })).then(note('second')))
  all.push(renderer.render(job({ html })).then(note('own')))
  first.go()
  await Promise.all(all)
  assert.equal(done, ['first', 'own', 'second'])
})

test('more pages than may wait are refused, until others are drawn; work of the account never is', async ({
  renderer,
}) => {
  const first = heldJob({ isPublic: true })
  const waiting = [renderer.render(first.job)]
  await first.asked
  waiting.push(renderer.render(job({ html, isPublic: true })))
  const refused = await renderer.render(job({ html, isPublic: true })).catch(error => error)
  assert.instance(refused, RendererUnavailable)
  waiting.push(renderer.render(job({ html })))
  first.go()
  for (const drawn of await Promise.all(waiting)) assert.ok('bytes' in drawn)
  assert.ok('bytes' in (await renderer.render(job({ html, isPublic: true }))))
})

test('pages that never end do not keep Chromium busy for long after strangers asked for them', async () => {
  const renderer = await rendererFor({ pages: 4, timeoutMs: 3_000, mostAlone: { inAll: 2, ofAccount: 1 } })
  try {
    const asked = (given: Partial<RenderJob>) => renderer.render(heldJob(given).job).catch(error => error)
    const [own, ...strangers] = await Promise.all([asked({}), asked({ isPublic: true }), asked({ isPublic: true })])
    assert.is(own.code, 'render-timeout')
    assert.equal(strangers.filter(one => one instanceof RendererUnavailable).length, 1)
    assert.equal(strangers.filter(one => one.code === 'render-timeout').length, 1)
  } finally {
    await renderer.close()
  }
})

test('accounts share the room, and the only page of an account has room whatever its size', async () => {
  const holding = waitingPages({ inAll: 30, ofAccount: 20 })
  const never = new Promise<never>(() => undefined)
  const hold = (accountId: string, characters: number) =>
    holding(job({ accountId, html: 'x'.repeat(characters), isPublic: true }), () => never)
  const isRefused = (work: Promise<unknown>) =>
    Promise.race([
      work.then(
        () => false,
        () => true,
      ),
      new Promise(resolve => setImmediate(resolve, false)),
    ])
  assert.is(await isRefused(hold('acme', 20)), false)
  assert.is(await isRefused(hold('acme', 1)), true)
  assert.is(await isRefused(hold('other', 10)), false)
  assert.is(await isRefused(hold('other', 1)), true)
  assert.is(await isRefused(hold('third', 40)), false)
})

test('a page that is drawn again by itself yields to everything else', async () => {
  const started: number[] = []
  const info = (fields: object) => 'pid' in fields && started.push(Number(fields.pid))
  const quiet = () => undefined
  const renderer = await rendererFor({ timeoutMs: 5_000, log: { debug: quiet, info, warn: quiet, error: quiet } })
  const priorities: number[] = []
  const never = Promise.withResolvers<undefined>()
  const resource = () => {
    priorities.push(getPriority(started.at(-1)))
    return never.promise
  }
  await renderer.render(job({ html, resource }))
  await renderer.close()
  assert.equal(priorities, [0, 10])
})

test.run()
