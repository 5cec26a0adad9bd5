import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRecommender } from '../../../src/adapters/recommender/open-recommender.ts'
import { viewLines } from '../../../src/adapters/recommender/view-lines.ts'
import { readRowFile } from '../../../src/adapters/row-files/read-row-file.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import type { Recommender } from '../../../src/ports/recommender.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Context = { folder: string; recommender: Recommender }
const test = suite<Context>('view events')
const quiet = () => undefined
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }
test.before(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-views-'))
  context.recommender = openRecommender({ logger, checkHeapMb: 64 })
})
test.after(async ({ folder, recommender }) => {
  await recommender.close()
  await rm(folder, { recursive: true, force: true })
})

async function* inParts(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0
  for (let n = 0; at < text.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    yield text.slice(at, at + size)
    at += size
  }
}
const read = (text: string, sizes: readonly number[]) => Array.fromAsync(viewLines(inParts(text, sizes)))
const size = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(70_000))

test('are read the same in whatever parts they arrive', () => {
  const line = fc.oneof(
    fc.record({ cookie: fc.string(), key: fc.string({ unit: 'binary' }) }).map(view => JSON.stringify(view)),
    fc.constantFrom('', ' ', '{', '[]', 'x'.repeat(65_537), `{"cookie":"a","key":"${'k'.repeat(65_000)}"}`),
  )
  return fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(size, { minLength: 1 }), async (lines, sizes) => {
      const text = ['{}', ...lines].join('\n')
      assert.equal(await read(text, sizes), await read(text, [text.length]))
    }),
    { numRuns: 100 },
  )
})

/** How the check of a file ends: a code, or `n views, m faulty`. */
const endOf = async ({ folder, recommender }: Context, bytes: string | Buffer): Promise<string> => {
  const path = join(folder, 'views')
  await writeFile(path, bytes)
  const made = await inTime('a check', recommender.checkViews('acme', { path, salt: 'salt' }, `${path}.out`))
  return isFeedFault(made) ? made.code : `${made.set.rows} views, ${made.faultyRows} faulty`
}
const mebibyte = 1_048_576
const good = '{"cookie":"a","key":"k"}\n'
const hostile: readonly (readonly [name: string, bytes: string | Buffer, ends: string])[] = [
  ['a line of 20 MiB', `${good}${'x'.repeat(20 * mebibyte)}\n${good}`, '2 views, 1 faulty'],
  ['a line that never ends', `${good}{${'"a":'.repeat(mebibyte)}`, '1 views, 1 faulty'],
  ['a packed file of zeros', gzipSync(Buffer.alloc(64 * mebibyte)), 'no-views'],
  ['nothing but line breaks', '\n'.repeat(4 * mebibyte), 'no-views'],
  ['a quote that is not closed', `cookie,key\n"${'a'.repeat(2 * mebibyte)}`, 'malformed-csv'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), 'wrong-encoding'],
  ['members of the prototype', '{"__proto__":{"cookie":"a","key":"b"}}\n', 'no-views'],
  ['values that are no texts', '{"cookie":{"a":1},"key":[1]}\n{"cookie":null,"key":true}', 'no-views'],
  ['JSON of a great depth', `${'['.repeat(60_000)}\n`, 'columns-missing'],
  ['a deep object', `{"cookie":"a","key":"k","more":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, '1 views, 0 faulty'],
  [
    'very long texts',
    `{"cookie":"${'c'.repeat(1_025)}","key":"k"}\n{"cookie":"a","key":"${'k'.repeat(1_025)}"}`,
    'no-views',
  ],
]
for (const [name, bytes, ends] of hostile)
  test(`end as they should: ${name}`, async context => assert.is(await endOf(context, bytes), ends))

test('keep no cookie, and the same cookie is the same number only within an upload', async ({
  folder,
  recommender,
}) => {
  const path = join(folder, 'salted')
  await writeFile(path, 'cookie,key\nann,a\nann,b\nbob,a\n')
  const visitors: (readonly string[])[] = []
  for (const salt of ['one', 'two']) {
    await recommender.checkViews('acme', { path, salt }, `${path}.${salt}`)
    const rows = await Array.fromAsync((await readRowFile(`${path}.${salt}`)).rows())
    visitors.push(rows.map(([visitor = '']) => visitor))
  }
  const [[ann, again, bob] = [], [other] = []] = visitors
  assert.is(ann, again)
  assert.is(new Set([ann, bob, other]).size, 3)
})

test('keep apart keys and cookies that are whole numbers beyond those of JavaScript', async ({
  folder,
  recommender,
}) => {
  const path = join(folder, 'numbers')
  const line = (cookie: string, key: string) => `{"cookie":${cookie},"key":${key}}\n`
  await writeFile(path, line('9007199254740992', '1') + line('9007199254740993', '12345678901234567890'))
  await recommender.checkViews('acme', { path, salt: 'salt' }, `${path}.out`)
  const rows = await Array.fromAsync((await readRowFile(`${path}.out`)).rows())
  assert.is(new Set(rows.map(([visitor]) => visitor)).size, 2)
  assert.ok(rows.flat().includes('12345678901234567890'), JSON.stringify(rows))
})

test('that cost too much end with that reason', async ({ folder }) => {
  const hurried = openRecommender({ logger, checkMs: 50 })
  const path = join(folder, 'many')
  // ten members of a packed file: so much that the check is under way for long, however late this process looks at its time
  await writeFile(path, Buffer.concat(Array(10).fill(gzipSync(good.repeat(400_000)))))
  try {
    const made = await hurried.checkViews('acme', { path, salt: 'salt' }, `${path}.out`)
    assert.ok(isFeedFault(made))
    assert.is(made.code, 'too-costly')
  } finally {
    await hurried.close()
  }
})

test.run()
