import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leasesIn } from '../../src/engine/leases.ts'
import type { Change, Key, Page, Query, Scalar, ViewRef, Where } from '../../src/ports/read-models.ts'
import type { WrittenReadModels } from '../support/memory/feeding-each.ts'
import { twoHandedClock } from '../support/memory/node.ts'

/** Read models under test, with another node's handle on the same store. */
export type ReadModelsUnderTest = {
  readonly readModels: WrittenReadModels
  readonly other: WrittenReadModels
  /** Advances the views fed by the node of `readModels` (or `other`) to a new position, and returns it. */
  advance(node: 'readModels' | 'other'): Promise<bigint>
  /** Makes the nodes exchange their volatile rows now. */
  exchange(): Promise<void>
  close(): Promise<void>
}

/** The context of a test: the stores, and a view and a key that no other test uses. */
type Context = ReadModelsUnderTest & { turn: number; view: ViewRef; key: string }

const indexes: ViewRef['indexes'] = [['status'], ['size'], ['data', 'headline']]
const put = (id: string, position: number, document: object): Change => ({
  id,
  json: JSON.stringify(document),
  position: BigInt(position),
})
const gone = (id: string, position: number): Change => ({ id, json: undefined, position: BigInt(position) })
const ids = (page: Page) => page.documents.map(d => d.id)

/** Documents with members of every type, and absent ones. */
const mixed: readonly (readonly [id: string, document: object])[] = [
  ['a', { status: 'open', size: 10, data: { headline: 'Summer SALE' } }],
  ['b', { status: 'done', size: 9, data: { headline: 'Überraschung' } }],
  ['c', { status: 'open', size: 100, data: {} }],
  ['d', { status: null, size: '9' }],
  ['e', { size: 2.5, data: { headline: '100% off' } }],
  ['f', { status: 'Open', size: -3, flag: true, data: { headline: 'x"y\'z' } }],
  ['g', { status: 'open', size: '10', flag: false, 'odd.na"me': 1 }],
]
const where = (field: string, is: string, value: Scalar): Where => ({ field: field.split('.'), is, value }) as Where

/** The contract of a store of read models (ARCH-22); every adapter passes it. */
export const readModelsContract = (name: string, open: () => Promise<ReadModelsUnderTest>): void => {
  const test = suite<Context>(`read models contract: ${name}`)
  test.before(async context => {
    Object.assign(context, await open(), { turn: 0 })
  })
  test.before.each(context => {
    context.turn += 1
    context.view = { name: `contract-${context.turn}`, version: 1, indexes }
    context.key = `key-${context.turn}`
  })
  test.after(context => context.close?.())

  const fill = async ({ readModels, view }: Context) => {
    await readModels.apply(
      view,
      mixed.map(([id, d], i) => put(id, i + 1, d)),
      0n,
      10n,
    )
  }
  const finds = ({ readModels, view }: Context, criteria: Where | undefined, more: Partial<Query> = {}) =>
    readModels.find(view, { ...(criteria ? { where: criteria } : {}), limit: 100, ...more })

  test('returns a document as the stored text, with the position that it reflects', async ({ readModels, view }) => {
    await readModels.apply(view, [put('x', 3, { b: 1, a: 'é' })], 0n, 4n)
    assert.equal(await readModels.get(view, 'x'), { id: 'x', json: '{"b":1,"a":"é"}', position: 3n })
    assert.is(await readModels.get(view, 'y'), undefined)
    assert.equal(
      (await readModels.getMany(view, ['y', 'x'])).map(d => d.id),
      ['x'],
    )
    assert.is(await readModels.checkpoint(view), 4n)
  })

  test('a view that is not built has no checkpoint and no documents', async context => {
    const { readModels, view } = context
    assert.is(await readModels.checkpoint(view), undefined)
    assert.is(await readModels.get(view, 'x'), undefined)
    assert.equal((await finds(context, undefined)).documents, [])
  })

  test('versions of a view are separate', async ({ readModels, view }) => {
    await readModels.apply(view, [put('x', 1, { v: 1 })], 0n, 1n)
    assert.is(await readModels.get({ ...view, version: 2 }, 'x'), undefined)
    await readModels.apply({ ...view, version: 2 }, [put('x', 1, { v: 2 })], 0n, 1n)
    assert.is((await readModels.get(view, 'x'))?.json, '{"v":1}')
  })

  test('changes from another checkpoint are not written, and the stored checkpoint is returned', async ({
    readModels,
    other,
    view,
  }) => {
    assert.is(await readModels.apply(view, [put('x', 3, { n: 1 })], 0n, 5n), 5n)
    assert.is(await other.apply(view, [put('x', 4, { n: 2 })], 0n, 6n), 5n)
    assert.is(await other.apply(view, [put('x', 6, { n: 3 })], 4n, 6n), 5n)
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":1}')
    assert.is(await other.apply(view, [put('x', 6, { n: 4 })], 5n, 6n), 6n)
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":4}')
  })

  test('if two nodes apply the same batch at once, one writes it', async ({ readModels, other, view }) => {
    const answers = await Promise.all([
      readModels.apply(view, [put('x', 1, { by: 'one' })], 0n, 1n),
      other.apply(view, [put('x', 1, { by: 'two' })], 0n, 2n),
    ])
    assert.is(new Set(answers).size, 1)
    assert.is(await readModels.checkpoint(view), answers[0])
  })

  test('an older change delivered again neither overwrites a newer one nor restores a deleted document', async ({
    readModels,
    view,
  }) => {
    await readModels.apply(view, [put('x', 5, { n: 5 }), put('y', 5, { n: 5 })], 0n, 5n)
    await readModels.apply(view, [put('x', 3, { n: 3 }), gone('y', 4)], 5n, 6n)
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":5}')
    assert.is((await readModels.get(view, 'y'))?.json, '{"n":5}')
    await readModels.apply(view, [gone('x', 8)], 6n, 8n)
    assert.is(await readModels.get(view, 'x'), undefined)
    await readModels.apply(view, [put('x', 7, { n: 7 })], 8n, 9n)
    assert.is(await readModels.get(view, 'x'), undefined)
    await readModels.apply(view, [put('x', 10, { n: 10 })], 9n, 10n)
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":10}')
  })

  test('documents are found by the names in their sets, page by page, and only there', async ({ readModels, view }) => {
    const listed: ViewRef = { ...view, listByName: { set: ['reaches'], sort: ['size'] } }
    const rows: readonly (readonly [string, object])[] = [
      ['a', { size: 3, reaches: { acme: 'yes', 'odd.na"me': 'yes' } }],
      ['b', { size: 2, reaches: { acme: 'yes' } }],
      ['c', { size: 1, reaches: { other: 'yes', acme: 'no' } }],
      ['d', { size: 4, reaches: { acme: 'yes', other: 'yes' } }],
      ['e', { size: 0, reaches: 'acme' }],
      ['f', { size: 0 }],
    ]
    const changes = rows.map(([id, row]) => put(id, 1, row))
    await readModels.apply(listed, [...changes, put('g', 1, { reaches: { acme: 'yes' } })], 0n, 1n)
    await readModels.apply(listed, [gone('g', 2)], 1n, 2n)
    const found = (name: string, more: Partial<Query> = {}) =>
      readModels.find(listed, {
        where: { field: ['reaches', name], is: '=', value: 'yes' },
        ...{ sort: { field: ['size'] }, limit: 2, ...more },
      })
    const first = await found('acme')
    assert.equal([ids(first), first.count, first.hasNext], [['b', 'a'], 3, true])
    assert.equal(ids(await found('acme', { after: first.last! })), ['d'])
    assert.equal(ids(await found('odd.na"me')), ['a'])
    assert.equal(ids(await found('nobody')), [])
    const both: Where = { all: [where('reaches.acme', '=', 'yes'), where('reaches.other', '=', 'yes')] }
    assert.equal(ids(await found('', { where: both })), ['d'])
    assert.equal(ids(await found('', { where: where('reaches.acme', '<>', 'yes'), limit: 9 })), ['e', 'f', 'c'])
  })

  test('a deleted document is in no list and no count', async context => {
    const { readModels, view } = context
    await fill(context)
    assert.is((await finds(context, where('status', '=', 'open'))).count, 3)
    await readModels.apply(view, [gone('a', 11)], 10n, 11n)
    const page = await finds(context, where('status', '=', 'open'))
    assert.equal([ids(page), page.count], [['c', 'g'], 2])
  })

  const filters: readonly (readonly [title: string, criteria: Where, found: string])[] = [
    ['text equal', where('status', '=', 'open'), 'acg'],
    ['null matches absent', where('status', '=', null), 'de'],
    ['not null', where('status', '<>', null), 'abcfg'],
    ['not equal matches absent', where('status', '<>', 'open'), 'bdef'],
    ['number equal, not its text', where('size', '=', 9), 'b'],
    ['text equal, not its number', where('size', '=', '9'), 'd'],
    ['true', where('flag', '=', true), 'f'],
    ['false', where('flag', '=', false), 'g'],
    ['numbers below', where('size', '<', 9), 'ef'],
    ['numbers up to', where('size', '<=', 9), 'bef'],
    ['numbers above, no text', where('size', '>', 9), 'ac'],
    ['numbers from', where('size', '>=', 10), 'ac'],
    ['text above, no number', where('size', '>', '10'), 'd'],
    ['text up to, no number', where('size', '<=', '10'), 'g'],
    ['one of', { field: ['status'], is: 'in', values: ['done', 'Open', 'none'] }, 'bf'],
    ['one of, including null', { field: ['status'], is: 'in', values: ['done', null] }, 'bde'],
    ['one of none', { field: ['status'], is: 'in', values: [] }, ''],
    ['nested', where('data.headline', '=', 'Summer SALE'), 'a'],
    ['quotes in a value', where('data.headline', '=', 'x"y\'z'), 'f'],
    ['dots and quotes in a name', { field: ['odd.na"me'], is: '=', value: 1 }, 'g'],
    ['like, ignoring case', { field: ['data', 'headline'], is: 'like', pattern: '%sale' }, 'a'],
    ['like, ignoring case beyond ASCII', { field: ['data', 'headline'], is: 'like', pattern: 'üBER%' }, 'b'],
    ['like, one character', { field: ['status'], is: 'like', pattern: 'o_en' }, 'acfg'],
    ['like matches the whole text', { field: ['status'], is: 'like', pattern: 'ope' }, ''],
    ['all of', { all: [where('status', '=', 'open'), where('size', '>', 50)] }, 'c'],
    ['any of', { any: [where('status', '=', 'done'), where('size', '>', 50)] }, 'bc'],
    ['all of nothing', { all: [] }, 'abcdefg'],
    ['any of nothing', { any: [] }, ''],
  ]
  for (const [title, criteria, found] of filters) {
    test(`filters: ${title}`, async context => {
      await fill(context)
      const page = await finds(context, criteria)
      assert.is(ids(page).join(''), found)
      assert.is(page.count, found.length)
    })
  }

  const sorts: readonly (readonly [title: string, sort: Query['sort'], order: string])[] = [
    ['id by default', undefined, 'abcdefg'],
    ['null, numbers, text', { field: ['size'] }, 'febacgd'],
    ['descending', { field: ['size'], descending: true }, 'dgcabef'],
    ['equal values by id', { field: ['status'] }, 'defbacg'],
    ['equal values by id, descending', { field: ['status'], descending: true }, 'gcabfed'],
  ]
  for (const [title, sort, expected] of sorts) {
    const by = sort ? { sort } : {}

    test(`sorts a list: ${title}`, async context => {
      await fill(context)
      assert.is(ids(await finds(context, undefined, by)).join(''), expected)
    })

    test(`paging by key neither repeats nor skips, in both directions: ${title}`, async context => {
      await fill(context)
      for (const limit of [1, 2, 3, 7]) {
        const forwards: Page[] = []
        for (let after: Key | undefined, more = true; more; ) {
          const page: Page = await finds(context, undefined, { ...by, limit, ...(after ? { after } : {}) })
          assert.is(page.hasPrevious, forwards.length > 0)
          assert.is(page.count, 7)
          forwards.push(page)
          after = page.last
          more = page.hasNext
        }
        assert.is(forwards.flatMap(ids).join(''), expected)
        const backwards: Page[] = [forwards.at(-1)!]
        while (backwards[0]!.hasPrevious) {
          const page = await finds(context, undefined, { ...by, limit, before: backwards[0]!.first! })
          assert.is(page.hasNext, true)
          backwards.unshift(page)
        }
        assert.is(backwards.flatMap(ids).join(''), expected)
      }
    })
  }

  test('sorts texts by their bytes in UTF-8, so that pages go on after any of them', async context => {
    const { readModels, view } = context
    const texts = ['Sale', 'sale', 'ß', '\u{ff33}ale', '\u{1f600}']
    await readModels.apply(
      view,
      texts.toReversed().map(status => put(status, 1, { status })),
      0n,
      1n,
    )
    for (const sort of [{}, { sort: { field: ['status'] } }]) {
      assert.equal(ids(await finds(context, undefined, sort)), texts)
      const second = await finds(context, undefined, { ...sort, limit: 2, offset: 2 })
      assert.equal(ids(await finds(context, undefined, { ...sort, after: second.last! })), texts.slice(4))
    }
  })

  for (const [title, criteria, sort] of [
    ['by id', undefined, undefined],
    ['by a field', where('size', '<>', 7), { field: ['size'] }],
    ['with a pattern', { field: ['status'], is: 'like', pattern: 'o_en' }, { field: ['data', 'headline'] }],
  ] as const)
    test(`a page ends with the document that gives it its characters, in both directions: ${title}`, async context => {
      await fill(context)
      const by = { ...(sort ? { sort } : {}), limit: 4 }
      const all = (await finds(context, criteria, { ...by, limit: 100 })).documents
      const forwards: Page[] = []
      for (let after: Key | undefined, more = true; more; ) {
        const page = await finds(context, criteria, { ...by, characters: 60, ...(after ? { after } : {}) })
        forwards.push(page)
        after = page.last
        more = page.hasNext
      }
      const backwards: Page[] = [forwards.at(-1)!]
      while (backwards[0]!.hasPrevious)
        backwards.unshift(await finds(context, criteria, { ...by, characters: 60, before: backwards[0]!.first! }))
      for (const pages of [forwards, backwards]) {
        assert.equal(
          pages.flatMap(ids),
          all.map(({ id }) => id),
        )
        for (const { documents } of pages) {
          const read = (some: typeof documents) => some.reduce((sum, { json }) => sum + json.length, 0)
          const [lessOne, lessOther] = [documents.slice(1), documents.slice(0, -1)]
          assert.ok(Math.min(read(lessOne), read(lessOther)) < 60, ids({ documents } as Page).join())
        }
      }
      assert.ok(forwards.length > all.length / 4 + 1, `${forwards.length} pages`)
    })

  test('a page continues after the key of a deleted document', async context => {
    const { readModels, view } = context
    await fill(context)
    const page = await finds(context, undefined, { limit: 2, sort: { field: ['size'] } })
    await readModels.apply(view, [gone(page.last!.id, 11)], 10n, 11n)
    const next = await finds(context, undefined, { limit: 2, sort: { field: ['size'] }, after: page.last! })
    assert.is(ids(next).join(''), 'ba')
    assert.is(next.hasPrevious, true)
  })

  test('who only goes on gets the same pages, and does not hear what is before them', async context => {
    await fill(context)
    const sort = { field: ['size'] }
    for (const more of [{}, { sort }, { counted: false }, { sort, counted: false }] as const) {
      const one = await finds(context, undefined, { ...more, limit: 3 })
      for (const place of [{ after: one.last! }, { offset: 3 }]) {
        const asked = { ...more, ...place, limit: 3 }
        const { hasPrevious, ...page } = await finds(context, undefined, asked)
        assert.is(hasPrevious, true)
        assert.equal(await finds(context, undefined, { ...asked, previous: false }), { ...page, hasPrevious: false })
      }
    }
  })

  test('offset and limit select a page, with hasPrevious and hasNext', async context => {
    await fill(context)
    const cut = async (offset: number, limit: number) => {
      const page = await finds(context, undefined, { offset, limit })
      return [ids(page).join(''), page.count, page.hasPrevious, page.hasNext]
    }
    assert.equal(await cut(0, 3), ['abc', 7, false, true])
    assert.equal(await cut(3, 3), ['def', 7, true, true])
    assert.equal(await cut(6, 3), ['g', 7, true, false])
    assert.equal(await cut(9, 3), ['', 7, true, false])
    const uncounted = async (offset: number) =>
      (await finds(context, undefined, { offset, limit: 3, counted: false })).hasPrevious
    assert.equal([await uncounted(0), await uncounted(9)], [false, true])
    const end = { value: '\u{10ffff}', id: '\u{10ffff}' }
    assert.is(ids(await finds(context, undefined, { limit: 2, before: end })).join(''), 'fg', 'the last page')
    const bySize = await finds(context, undefined, { limit: 9, sort: { field: ['size'] }, before: end })
    assert.is(bySize.documents.length, 7)
    const falling = { field: ['size'], descending: true } as const
    assert.is(
      (await finds(context, undefined, { limit: 9, sort: falling, before: { value: null, id: '' } })).documents.length,
      7,
    )
    const after = await finds(context, undefined, { offset: 5, limit: 2, after: { id: 'a', value: null } })
    assert.is(ids(after).join(''), 'bc', 'the key takes precedence over the offset')
  })

  test('a list in log order is read page by page, in both directions, from any place', async context => {
    const { readModels } = context
    const list = { scope: ['owner'], sort: ['at'], inLogOrder: true } as const
    const view: ViewRef = { ...context.view, lists: [list] }
    // a document every 97 positions, of one owner or the other, and none of either in the middle
    const documents = Array.from({ length: 80 }, (_, i) => ({
      at: 1 + i * 97,
      owner: i > 30 && i < 50 ? 'nobody' : (['ann', 'bob'][i % 2] as string),
      kind: i % 3,
    }))
    const idOf = ({ at }: { readonly at: number }) => String(at).padStart(6, '0')
    const changes = documents.map(document => put(idOf(document), document.at, document))
    await readModels.apply(view, changes, 0n, 8_000n)
    const scope = where('owner', '=', 'ann')
    for (const descending of [false, true])
      for (const [criteria, limit, characters] of [
        [scope, 7, undefined],
        [scope, 100, 90],
        [{ all: [{ all: [scope] }, where('kind', '<>', 1)] }, 3, undefined],
      ] as const) {
        const sort = { field: ['at'], descending }
        const of = (more: Partial<Query>): Promise<Page> =>
          readModels.find(view, { where: criteria, sort, limit, ...(characters ? { characters } : {}), ...more })
        const wanted = documents.filter(({ owner, kind }) => owner === 'ann' && (limit !== 3 || kind !== 1)).map(idOf)
        if (descending) wanted.reverse()
        const forwards: Page[] = [await of({})]
        while (forwards.at(-1)!.hasNext) forwards.push(await of({ after: forwards.at(-1)!.last! }))
        assert.equal(forwards.flatMap(ids), wanted)
        assert.equal(
          forwards.map(({ hasPrevious, count }) => [hasPrevious, count]),
          forwards.map((_, i) => [i > 0, wanted.length]),
        )
        const end = descending ? { value: null, id: '' } : { value: '\u{10ffff}', id: '\u{10ffff}' }
        const backwards: Page[] = [await of({ before: end })]
        assert.is(backwards[0]!.hasNext, false)
        while (backwards[0]!.hasPrevious) backwards.unshift(await of({ before: backwards[0]!.first! }))
        assert.equal(backwards.flatMap(ids), wanted)
        const further = await of({ offset: 5, counted: false })
        assert.is(ids(further)[0], wanted[5])
        assert.is(further.hasPrevious, true)
        const beyond = await of({ offset: 100, counted: false })
        assert.equal([ids(beyond), beyond.hasPrevious, beyond.hasNext], [[], true, false])
      }
    const byKind = await readModels.find(view, { where: scope, sort: { field: ['kind'] }, limit: 100 })
    assert.is(byKind.documents.length, byKind.count, 'it can be sorted by something else')
    assert.is((await readModels.find(view, { sort: { field: ['at'] }, limit: 100 })).documents.length, 80)
  })

  test('all returns every document in id order', async ({ readModels, view }) => {
    const many = Array.from({ length: 1_203 }, (_, i) => put(`id-${String(i).padStart(4, '0')}`, i + 1, { i }))
    await readModels.apply(view, many.toReversed(), 0n, 2_000n)
    const found: string[] = []
    for await (const document of readModels.all(view)) found.push(document.id)
    assert.equal(
      found,
      many.map(d => d.id),
    )
  })

  test('all returns large documents, too, a few at a time', async ({ readModels, view }) => {
    const text = 'x'.repeat(1_500_000)
    const many = [...'abcdefg'].map((id, i) => put(id, i + 1, { text }))
    await readModels.apply(view, many, 0n, 10n)
    const found: string[] = []
    for await (const { id, json } of readModels.all(view)) if (json.length > text.length) found.push(id)
    assert.is(found.join(''), 'abcdefg')
  })

  test('waitFor resolves once the views reach the position, and not before', async ({ readModels, advance }) => {
    const position = await advance('readModels')
    assert.is(await readModels.waitFor(position, 5_000), true)
    assert.is(await readModels.waitFor(position + 1n, 20), false)
  })

  test('waitFor notices writes of another node', async ({ readModels, advance }) => {
    const before = await advance('readModels')
    const waiting = readModels.waitFor(before + 1n, 5_000)
    assert.ok((await advance('other')) > before)
    assert.is(await waiting, true)
  })

  test('a listener is called when any node advances the views, until it unsubscribes', async ({
    readModels,
    advance,
  }) => {
    let heard: (position: bigint) => void = () => {}
    const next = () => new Promise<bigint>(resolve => (heard = resolve))
    let calls = 0
    const leave = readModels.onMoved(position => {
      calls += 1
      heard(position)
    })
    for (const node of ['readModels', 'other'] as const) {
      const moved = next()
      const position = await advance(node)
      assert.ok((await moved) <= position)
    }
    leave()
    const before = calls
    await readModels.waitFor(await advance('readModels'), 5_000)
    assert.is(calls, before)
  })

  test('of several nodes one takes a lease, and keeps it while it shows life', async ({ readModels, other, key }) => {
    const clock = twoHandedClock()
    const [one, two] = [readModels, other].map(({ leases }, i) =>
      leasesIn(leases, { clock, holder: `node ${i + 1}`, leaseMs: 15_000 }),
    )
    const lease = await one!.take(key)
    assert.is(lease?.wasSilent, false)
    assert.is(await two!.take(key), undefined)
    assert.equal(
      [...(await other.leases.find(key)).values()].map(({ holder }) => holder),
      ['node 1'],
    )
    for (const _ of [1, 2]) {
      clock.pass(10_000)
      assert.ok(await one!.renew(lease!))
      assert.is(await two!.take(key), undefined, 'it has shown life since')
    }
    await one!.release(lease!)
    const next = await two!.take(key)
    assert.is(next?.wasSilent, false)
    assert.not.ok(await one!.renew(lease!), 'it was given back')
    await one!.release(lease!)
    assert.ok(await two!.renew(next!), 'a late release takes nothing from the next holder')
  })

  test('a lease whose holder shows no life is taken by one node, and is lost', async ({ readModels, other, key }) => {
    const clock = twoHandedClock()
    const nodes = [readModels, other, other].map(({ leases }, i) =>
      leasesIn(leases, { clock, holder: `node ${i + 1}`, leaseMs: 15_000 }),
    )
    const [dead, ...alive] = nodes
    const lost = await dead!.take(key)
    for (const node of alive) assert.is(await node.take(key), undefined)
    clock.pass(14_999)
    for (const node of alive) assert.is(await node.take(key), undefined)
    clock.pass(1)
    const taken = await Promise.all(alive.map(node => node.take(key)))
    assert.equal(
      taken.flatMap(lease => (lease ? [lease.wasSilent] : [])),
      [true],
    )
    assert.not.ok(await dead!.renew(lost!))
  })

  test('volatile counters add up, across all nodes after an exchange', async ({ readModels, other, exchange, key }) => {
    assert.is(await readModels.volatile.add(key, 2, 60), 2)
    assert.is(await readModels.volatile.add(key, 3, 60), 5)
    await other.volatile.add(key, 10, 60)
    await exchange()
    assert.is(await readModels.volatile.add(key, 1, 60), 16)
    assert.equal(await readModels.volatile.get([key, 'none']), ['16', undefined])
  })

  test('a volatile value is the last one set, on every node', async ({ readModels, other, exchange, key }) => {
    await readModels.volatile.set(key, 'first', 60)
    await exchange()
    assert.equal(await other.volatile.get([key]), ['first'])
    await readModels.volatile.set(key, 'second', 60)
    assert.equal(await readModels.volatile.get([key]), ['second'])
    await exchange()
    assert.equal(await other.volatile.get([key]), ['second'])
    assert.equal([...(await other.volatile.find(key.slice(0, -1)))], [[key, 'second']])
    assert.is((await other.volatile.find(`${key}+`)).size, 0)
  })

  test.run()
}
