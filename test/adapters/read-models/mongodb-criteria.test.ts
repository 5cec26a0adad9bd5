import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { literalOf } from '../../../src/adapters/read-models/mongodb/where.ts'
import { likeMatcher } from '../../../src/domain/shared/like.ts'
import type { Change, Page, Query, ViewRef, Where } from '../../../src/ports/read-models.ts'
import { writtenViews } from '../../support/given/written-views.ts'
import type { WrittenReadModels } from '../../support/memory/feeding-each.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'

type Context = { mongo: WrittenReadModels; sqlite: WrittenReadModels; close(): Promise<void> }

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'aab',
    'é',
    'É',
    'İk',
    '\u212a',
    'ς',
    '\u{1f600}',
    '\uffee',
    'a.*b',
    '$',
    '9',
    '[x]',
  ),
  fc.string({ maxLength: 4 }),
)
const scalar = fc.oneof(text, fc.constantFrom(0, 1, -1, 9, 1.5, 1e21, -0), fc.boolean(), fc.constant(null))
/** Members by path; `c` and `d.e` are only in the text. */
const paths = [['a'], ['b', 'x'], ['c'], ['d', 'e'], ['b'], ['a', 'b']]
const document = fc.record(
  {
    a: fc.oneof(scalar, fc.constantFrom([1, 'a'], [{ b: 1 }], { b: 'a' })),
    b: fc.oneof(fc.record({ x: scalar }, { requiredKeys: [] }), fc.constantFrom([{ x: 'a' }], null, 'a')),
    c: scalar,
    d: fc.record({ e: scalar }),
  },
  { requiredKeys: [] },
)
const parts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(['%'], ['%', 'a', '%'], ['_'], ['1', '%'], ['%', '9'], ['%', 'é', '%']) },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(fc.constantFrom('%', '_', 'a', 'A', 'é', 'k', 'i', '.', '*', '[', '\\'), text), {
      maxLength: 6,
    }),
  },
)
const field = fc.constantFrom(...paths)
const leaf: fc.Arbitrary<Where> = fc.oneof(
  fc.record({ field, is: fc.constantFrom('=' as const, '<>' as const), value: scalar }),
  fc.record({ field, is: fc.constantFrom('<' as const, '>' as const, '<=' as const, '>=' as const), value: scalar }),
  fc.record({ field, is: fc.constant('in' as const), values: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ field, is: fc.constant('like' as const), pattern: parts.map(each => each.join('')) }),
)
const { where } = fc.letrec<{ where: Where }>(tie => ({
  where: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ all: fc.array(tie('where'), { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ any: fc.array(tie('where'), { maxLength: 3 }) }) },
  ),
}))
const asked = fc.record(
  {
    where,
    sort: fc.record({ field, descending: fc.boolean() }),
    limit: fc.integer({ min: 1, max: 4 }),
    offset: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: ['limit'] },
)

const shown = ({ documents, ...page }: Page) => ({ ...page, ids: documents.map(d => d.id) })

onMongo('criteria compared with SQLite', server => {
  const test = suite<Context>(`criteria in MongoDB (${server})`)
  test.before(async context => {
    const { url, close } = await startMongo()
    const dataDir = await mkdtemp(join(tmpdir(), 'endcap-criteria-'))
    const projections = new URL('../embedded/no-projections.ts', import.meta.url).href
    const [embedded, mongo] = [
      await openEmbedded({ dataDir, projections }),
      await openMongoReadModels({ url, views: () => [] }),
    ]
    const views = writtenViews(dataDir, embedded.readModels)
    const closing = [
      mongo.readModels.close,
      async () => views.closeFile(),
      embedded.close,
      close,
      () => rm(dataDir, { recursive: true }),
    ]
    Object.assign(context, {
      mongo: mongo.readModels,
      sqlite: views,
      close: async () => {
        for (const step of closing) await step()
      },
    })
  })
  test.after(context => context.close?.())

  test('every list matches SQLite: members, order, count, keys and the pages around them', async ({
    mongo,
    sqlite,
  }) => {
    let round = 0
    const property = fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 9 }),
      fc.array(asked, { minLength: 4, maxLength: 12 }),
      fc.nat(8),
      async (documents, queries, gone) => {
        const view: ViewRef = { name: `round-${++round}`, version: 1, indexes: [['a'], ['b', 'x']] }
        const changes = documents.map((d, i): Change => ({ id: `${i}`, json: JSON.stringify(d), position: 1n }))
        const deleted: Change[] = [{ id: `${gone}`, json: undefined, position: 2n }]
        for (const store of [mongo, sqlite]) {
          await store.apply(view, changes, 0n, 1n)
          await store.apply(view, deleted, 1n, 2n)
        }
        const both = async (query: Query) => {
          const [ours, theirs] = [await mongo.find(view, query), await sqlite.find(view, query)]
          assert.equal(shown(ours), shown(theirs), JSON.stringify(query))
          return theirs
        }
        for (const { offset, ...query } of queries) {
          const { first, last } = await both({ ...query, ...(offset ? { offset } : {}) })
          if (last) await both({ ...query, after: last })
          if (first) await both({ ...query, before: first })
        }
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  test.run()
})

const literals = suite('like in MongoDB')

literals('the expression matches every text that the pattern matches, and cannot backtrack', () => {
  const property = fc.property(parts, text, text, (chosen, before, after) => {
    const pattern = chosen.join('')
    const literal = literalOf(pattern)
    assert.match(literal, /^(?:\[[^\]\\^-]{2,3}\]|\\x[0-9a-f]{2}|[a-z0-9 ])*$/)
    const filled = chosen.map(part => (part === '%' || part === '_' ? before : part)).join('')
    const matches = likeMatcher(pattern)
    for (const value of [before, before + pattern + after, filled]) {
      if (matches(value)) assert.ok(new RegExp(literal, 'u').test(value), `${literal} ${value}`)
    }
  })
  fc.assert(property, { numRuns: 2_000 })
})

literals.run()
