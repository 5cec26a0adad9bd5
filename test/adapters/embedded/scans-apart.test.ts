import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AsyncReads } from '../../../src/adapters/embedded/reading/reads.ts'
import { scansApart } from '../../../src/adapters/embedded/reading/scans-apart.ts'
import type { Query, Where } from '../../../src/ports/read-models.ts'
import { settles } from '../../support/memory/node.ts'

const test = suite('scans apart')
const view = { name: 'notes', version: 1 }
const of = (account: string, ...filters: readonly Where[]): Query => ({
  where: { all: [{ field: ['accountId'], is: '=', value: account }, ...filters] },
  limit: 10,
})
const like: Where = { field: ['text'], is: 'like', pattern: '%none%' }
const equal: Where = { field: ['text'], is: '=', value: 'none' }
const many = (one: Where): readonly Where[] => Array.from({ length: 8 }, () => one)

/** Reads that are named where they are asked; those of the scanning thread wait until the test lets them end. */
const threads = () => {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const named = (thread: string, wait: boolean) =>
    ({
      find: async (_: unknown, { where }: Query) => {
        asked.push(`${thread} ${(where as { all: { value: string }[] } | undefined)?.all[0]?.value}`)
        if (wait) await new Promise<void>(resolve => waiting.push(resolve))
        return thread
      },
      close: async () => void asked.push(`close ${thread}`),
    }) as unknown as AsyncReads
  let opened = 0
  const reads = scansApart(named('lists', false), () => {
    opened++
    return named('scans', true)
  })
  const end = async () => {
    waiting.shift()?.()
    await settles()
  }
  return { reads, asked, opened: () => opened, end }
}

test('lists are read where they were, and open no other thread', async () => {
  const { reads, asked, opened } = threads()
  await reads.find(view, { limit: 10 })
  await reads.find(view, of('a', equal))
  await reads.close()
  assert.equal([asked, opened()], [['lists undefined', 'lists a', 'close lists'], 0])
})

test('scans keep no list waiting, and go round those whose documents they read', async () => {
  const { reads, asked, opened, end } = threads()
  const scans = [of('a', like), of('a', { any: [equal, like] }), of('a', ...many(equal)), of('b', like)]
  const found = scans.map(query => reads.find(view, query))
  await settles()
  await reads.find(view, of('c'))
  assert.equal(asked, ['scans a', 'lists c'])
  for (const _ of scans) await end()
  await Promise.all(found)
  assert.equal(asked.slice(2), ['scans b', 'scans a', 'scans a'])
  await reads.close()
  assert.equal([opened(), asked.slice(5)], [1, ['close scans', 'close lists']])
})

test.run()
