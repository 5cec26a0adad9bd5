import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listsInTurn, ownerOf } from '../../../src/adapters/read-models/mongodb/lists-in-turn.ts'
import { settles } from '../../support/memory/node.ts'

/** Lists that end when they are told to, by the order in which they began. */
const lists = (isLate: boolean, limitMs = 60_000) => {
  const inTurn = listsInTurn(() => isLate, limitMs)
  const begun: { readonly owner: string; readonly ends: PromiseWithResolvers<void> }[] = []
  const asked: Promise<void>[] = []
  let isOver = false
  return {
    begun,
    ask: (owner: string) => {
      const list = inTurn(owner, () => {
        const ends = Promise.withResolvers<void>()
        begun.push({ owner, ends })
        if (isOver) ends.resolve()
        return ends.promise
      })
      asked.push(list)
      return list
    },
    /** Ends all lists, those that wait, too. */
    end: async () => {
      isOver = true
      for (const { ends } of begun) ends.resolve()
      await Promise.allSettled(asked)
    },
  }
}

test('while views follow, all lists are read at once', async () => {
  const { begun, ask, end } = lists(false)
  for (let n = 0; n < 9; n++) void ask('acme')
  await settles()
  assert.is(begun.length, 9)
  await end()
})

test('while views are late, the lists of one account leave room for those of others, be they ended by an error', async () => {
  const { begun, ask, end } = lists(true)
  const asked = Array.from({ length: 6 }, () => ask('acme'))
  await settles()
  assert.is(begun.length, 3)
  void ask('globex')
  await settles()
  assert.is(begun.at(-1)?.owner, 'globex')
  begun[0]?.ends.reject(new Error('away'))
  await asked[0]?.then(
    () => assert.unreachable(),
    () => undefined,
  )
  await settles()
  assert.is(begun.length, 5)
  await end()
})

test('a list that has waited for as long as its reader does is not read', async () => {
  const { begun, ask, end } = lists(true, 0)
  const [, , , fourth] = Array.from({ length: 4 }, () => ask('acme'))
  await fourth?.then(
    () => assert.unreachable(),
    () => undefined,
  )
  assert.is(begun.length, 3)
  await end()
})

test('the account of a list is found by what limits the list', () => {
  const status = { field: ['status'], is: '=', value: 'ACTIVE' } as const
  const owners = [
    ownerOf({ all: [{ field: ['accountId'], is: '=', value: 'acme' }, status] }),
    ownerOf({ field: ['campaignKey'], is: '=', value: 'acme:7' }),
    ownerOf({ field: ['reaches', 'acme'], is: '=', value: 'yes' }),
    ownerOf(undefined),
  ]
  assert.equal(owners, ['acme', 'acme', 'acme', ''])
})

test.run()
