import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { drawingTurns } from '../../../src/adapters/renderer/turns.ts'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('renderer: fair turns')

test('one account never holds all places, by no kind of its work', async () => {
  const inTurn = drawingTurns(3)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (accountId: string, kind: string) =>
    void inTurn({ accountId, isPublic: kind === 'public' }, async () => {
      begun.push(`${accountId} ${kind}`)
      await new Promise<void>(resolve => ends.push(resolve))
    })
  for (const kind of ['own', 'public', 'own', 'public']) ask('a', kind)
  await new Promise(setImmediate)
  assert.equal(begun, ['a own', 'a public'])
  ask('b', 'own')
  await new Promise(setImmediate)
  assert.is(begun[2], 'b own')
  ends[0]?.()
  await new Promise(setImmediate)
  assert.is(begun[3], 'a own')
})

test('a renderer that one account floods renders the page of another at once', async () => {
  const renderer: Renderer = await rendererFor({ pages: 3 })
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  let open = false
  const blocked = (accountId: string, label: string) =>
    drawnBy(
      renderer,
      job({
        accountId,
        label,
        html: page('', `<img src="/${label}.png">`),
        async resource() {
          begun.push(label)
          if (!open) await new Promise<void>(resolve => gates.set(label, resolve))
          return undefined
        },
      }),
    )
  const flood = Array.from({ length: 30 }, (_, i) => blocked('flood', `flood${i}`))
  const begins = (count: number) =>
    until(
      async () => begun.length,
      seen => seen >= count,
    )
  await begins(2)
  const single = blocked('single', 'single')
  await begins(3)
  assert.is(begun[2], 'single')
  gates.get('single')?.()
  await single
  open = true
  for (const release of gates.values()) release()
  await Promise.all(flood)
  await renderer.close()
})

test.run()
