import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type EndTurn, fairTurns } from '../../../src/adapters/renderer/fair-turns.ts'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('renderer: fair turns')

/** A queue whose callers are noted when their turn begins; `end` ends the turn of one of them. */
const queue = (places: number, most = places) => {
  const turns = fairTurns(places, most)
  const begun: string[] = []
  const held = new Map<string, EndTurn>()
  const ask = (name: string) =>
    void turns.take(name.slice(0, 1)).then(end => {
      begun.push(name)
      held.set(name, end)
    })
  const end = async (name: string) => {
    held.get(name)?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, end }
}

test('an account that asks once is next, however many of another one wait', async () => {
  const { ask, begun, end } = queue(2)
  for (let i = 0; i < 1000; i++) ask(`a${i}`)
  ask('b0')
  await end('none')
  assert.equal(begun, ['a0', 'a1'])
  await end('a1')
  assert.equal(begun, ['a0', 'a1', 'b0'])
  await end('a0')
  assert.equal(begun, ['a0', 'a1', 'b0', 'a2'])
})

test('accounts with equally many turns take turns, each in its own order', async () => {
  const { ask, begun, end } = queue(1)
  for (const name of ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1']) ask(name)
  await end('none')
  for (let i = 0; i < 7; i++) await end(begun.at(-1) ?? '')
  assert.equal(begun, ['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2'])
})

test('a place that nobody else wants goes to the same account', async () => {
  const { ask, begun, end } = queue(2)
  for (const name of ['a0', 'a1', 'a2']) ask(name)
  await end('none')
  await end('a0')
  assert.equal(begun, ['a0', 'a1', 'a2'])
})

test('one account never holds all places, by no kind of its work', async () => {
  const turns = fairTurns(3, 2)
  const begun: string[] = []
  const ends: EndTurn[] = []
  const ask = (accountId: string, kind: string) =>
    void turns.take(accountId, kind).then(end => {
      begun.push(`${accountId} ${kind}`)
      ends.push(end)
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

test('every caller gets one turn, and no more run than there are places', async () => {
  const turns = fairTurns(3)
  let running = 0
  let most = 0
  const work = async (account: string) => {
    const end = await turns.take(account)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    end()
  }
  await Promise.all(Array.from({ length: 200 }, (_, i) => work(`account ${i % 7}`)))
  assert.equal([most, running], [3, 0])
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
