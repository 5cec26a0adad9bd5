import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCustomCode } from '../../../src/adapters/feeds/custom-code.ts'
import { Unreadable } from '../../../src/adapters/feeds/unreadable.ts'
import { closeFeeds, endOf, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'

const test = suite<Feeds>('hostile custom code')
test.before(async context => void Object.assign(context, await openFeeds({ parseMs: 3_000 })))
test.after(closeFeeds)

const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')

const deep = 'let d = {}; for (let i = 0; i < 1e5; i++) d = { d };'

const code: readonly (readonly [name: string, customCode: string, ends: string])[] = [
  ['a loop for each row', 'function transform() { for (;;); }', 'no-rows'],
  ['a loop at the start', 'for (;;);', 'custom-code-failed'],
  ['memory for each row', 'function transform() { const a = []; for (;;) a.push(new Array(1e6).fill(1)) }', 'no-rows'],
  [
    'memory that stays',
    'const all = []; function transform(row) { all.push(new Uint8Array(2e6).fill(1)); return row }',
    '3',
  ],
  ['recursion', 'function transform(row) { return transform(row) }', 'no-rows'],
  [
    'a text of 512 MB',
    'function transform() { let s = "x"; for (let i = 0; i < 29; i++) s += s; return { sku: s } }',
    'no-rows',
  ],
  [
    'a pattern that backtracks',
    'function transform(row) { return { sku: String(/^(a+)+$/.test("a".repeat(40) + "b")) } }',
    'no-rows',
  ],
  ['an error that is no error', 'function transform() { throw null }', 'no-rows'],
  ['an error whose message is a trap', 'function transform() { throw { get message() { for (;;); } } }', 'no-rows'],
  ['an error whose message is no text', 'function transform() { throw { message: { toString: 1 } } }', 'no-rows'],
  ['an error without a text', 'function transform() { throw [{ toString: 1 }] }', 'no-rows'],
  [
    'an error whose name is no text',
    'function transform() { throw { name: [{ toString: 1 }], message: "a" } }',
    'no-rows',
  ],
  [
    'a log without a text',
    'function transform(row) { console.log({ toString: 1 }, [{ toString: 1 }]); return row }',
    '100 rows, 0 faulty',
  ],
  ['JSON that is a trap', 'function transform() { return { toJSON() { for (;;); } } }', 'no-rows'],
  ['a ring', 'function transform() { const a = {}; a.a = a; return a }', 'no-rows'],
  ['a replaced JSON', 'JSON.stringify = () => "[1,2]"; function transform(row) { return row }', 'no-rows'],
  [
    'a parsed JSON that is none',
    'JSON.stringify = () => "nonsense"; function transform(row) { return row }',
    'no-rows',
  ],
  ['a replaced Array', 'Array.isArray = () => true; function transform(row) { return "rows" }', 'no-rows'],
  [
    'logs without end',
    'function transform(row) { for (let i = 0; i < 1e4; i++) console.log("x".repeat(1e4)); return row }',
    '100',
  ],
  [
    'a log of a trap',
    'function transform(row) { console.log({ toString() { for (;;); } }); return row }',
    '100 rows, 0 faulty',
  ],
  // the row or the run fails, as deep as the stack of the machine is; never the node
  ['a log of a deep object', `${deep} function transform(row) { console.log(d); return row }`, 'custom-code-failed'],
  ['an error that is a deep object', `${deep} function transform() { throw d }`, 'custom-code-failed'],
  ['an error with a deep message', `${deep} function transform() { throw { message: d } }`, 'custom-code-failed'],
  ['a deep object as a row', `${deep} function transform() { return d }`, 'custom-code-failed'],
  ['a deep log at the start', `${deep} console.log(d); function transform(row) { return row }`, 'custom-code-failed'],
  ['a deep program', `${'('.repeat(200_000)}1`, 'custom-code-failed'],
  [
    'a deep pattern',
    `new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5)); function transform(row) { return row }`,
    'custom-code-failed',
  ],
  [
    'a text that asks for itself',
    'function transform(row) { const o = { toJSON: () => JSON.stringify(o) }; console.log(o); return row }',
    '100 rows, 0 faulty',
  ],
  [
    'a log that logs',
    'function transform(row) { const log = () => console.log({ toJSON: log }); log(); return row }',
    '100 rows, 0 faulty',
  ],
  [
    'logs of getters, proxies, promises and symbols that throw',
    `const trap = () => { throw new Error("no") }
     const handler = new Proxy({}, { get: trap })
     function transform(row) {
       console.log({ get a() { trap() } }, new Proxy({}, handler), Promise.reject(1), Symbol("a"), { toJSON: trap })
       return row
     }`,
    '100 rows, 0 faulty',
  ],
  ['an error that is a proxy', 'function transform() { throw new Proxy({}, { has() { throw 1 } }) }', 'no-rows'],
  ['a log of 30 MB', 'function transform(row) { console.log("x".repeat(3e7)); return row }', '5 rows'],
  [
    'a row of 100 levels',
    'function transform(row) { let o = row; for (let i = 0; i < 100; i++) o = { o }; return o }',
    'no-rows',
  ],
  ['a module', 'import fs from "fs"; function transform(row) { return row }', 'custom-code-failed'],
  ['a promise', 'async function transform(row) { return row }', 'no-rows'],
  [
    'code of code',
    'function transform(row) { return { sku: Function("return typeof process")() + row.sku } }',
    '100 rows, 0 faulty',
  ],
  [
    'names of the language',
    'function transform(row) { return { sku: row.sku, __proto__: { x: 1 }, constructor: 2 } }',
    '100 rows, 0 faulty',
  ],
  ['a trap as a row', 'function transform(row) { return new Proxy(row, { ownKeys() { for (;;); } }) }', 'no-rows'],
  ['a trap as a cell', 'function transform() { return { get sku() { for (;;); } } }', 'no-rows'],
  ['a getter that throws', 'function transform() { return { get sku() { throw new Error("no") } } }', 'no-rows'],
  ['a generator', 'function* transform(row) { for (;;) yield row }', 'no-rows'],
  ['a list of a million rows', 'function transform(row) { return new Array(1e6).fill(row) }', 'feed-too-costly'],
  ['a list of a huge length', 'function transform() { const a = []; a.length = 4e9; return a }', 'feed-too-costly'],
  ['a list in lists', 'function transform(row) { return [[row], [row]] }', 'no-rows'],
  [
    'a row in a row',
    'function transform(row) { return { sku: row.sku, more: { a: { b: [1, 2] } } } }',
    '100 rows, 0 faulty',
  ],
  [
    'a row of 10,000 columns',
    'function transform(row) { for (let i = 0; i < 1e4; i++) row["c" + i] = i; return row }',
    'too-many-columns',
  ],
  [
    'another column in each row',
    'function transform(row) { row["c" + row.sku.repeat(9)] = 1; return row }',
    '100 rows, 0 faulty',
  ],
  [
    'a column whose name is 1 MB',
    'function transform(row) { row["x".repeat(1e6)] = 1; return row }',
    '100 rows, 0 faulty',
  ],
  ['a cell of 10 MB', 'function transform(row) { row.t = "x".repeat(1e7); return row }', '5 rows'],
  ['a number', 'function transform() { return 1 }', 'no-rows'],
  ['a text', 'function transform() { return "sku" }', 'no-rows'],
  ['a function', 'function transform() { return () => 1 }', 'no-rows'],
  ['a symbol', 'function transform() { return Symbol("a") }', 'no-rows'],
  ['a map', 'function transform(row) { return new Map([["sku", row.sku]]) }', 'no-rows'],
  ['a date', 'function transform() { return new Date(0) }', 'no-rows'],
  [
    'NaN and Infinity',
    'function transform(row) { return { sku: row.sku, a: NaN, b: -Infinity, c: -0 } }',
    '100 rows, 0 faulty',
  ],
  ['a BigInt', 'function transform(row) { return { sku: row.sku, a: 10n ** 20n } }', 'no-rows'],
  ['a huge BigInt', 'function transform(row) { return { sku: String(2n ** 10000000n).length } }', 'no-rows'],
  [
    'half of a pair of surrogates',
    'function transform(row) { return { sku: row.sku + "\\ud800" } }',
    '100 rows, 0 faulty',
  ],
  ['a NUL', 'function transform(row) { return { sku: row.sku + "\\0" } }', '100 rows, 0 faulty'],
  [
    'a pattern with a back reference',
    'function transform(row) { return { sku: String(/^(?:(a+)\\1)+$/.test("a".repeat(99) + "b")) } }',
    'no-rows',
  ],
  [
    'a sort that never agrees',
    'function transform(row) { new Array(1e5).fill(0).sort(() => Math.random() - 0.5); return row }',
    '100 rows, 0 faulty',
  ],
  ['a deep JSON', 'function transform(row) { JSON.parse("[".repeat(1e6)); return row }', 'no-rows'],
  ['a class that is called', 'class transform {}', 'no-rows'],
  ['no transform', 'const other = 1', 'custom-code-failed'],
  ['a transform that is no function', 'const transform = 1', 'custom-code-failed'],
  ['nothing', '  ', 'custom-code-failed'],
  ['half of a program', 'function transform(row) {', 'custom-code-failed'],
  [
    'a transform that removes itself',
    'function transform(row) { transform = undefined; return row }',
    '1 rows, 99 faulty',
  ],
  ['a frozen world', 'Object.freeze(Object.prototype); function transform(row) { return row }', '100 rows, 0 faulty'],
  ['a replaced prototype', 'Object.prototype.sku = "x"; function transform() { return {} }', 'no-rows'],
  [
    'a replaced Object.keys',
    'Object.keys = () => ["a"]; Object.entries = () => { throw 1 }; function transform(row) { return row }',
    '100 rows, 0 faulty',
  ],
  ['an import of a file', 'function transform(row) { import("/etc/passwd"); return row }', '100 rows, 0 faulty'],
]
const feedOf = (rows: number) => `sku\n${times(rows, n => `${n}\n`)}`
const hundred = feedOf(100)
/** Code that may use its whole time for each row; the first one uses up that of the feed, too. */
const isSlow = (name: string, ends: string) => (ends === 'no-rows' || ends === '5 rows') && name !== code[0]![0]
for (const [name, customCode, ends] of code)
  test(`custom code: ${name}`, async context => {
    const feed = isSlow(name, ends) ? feedOf(5) : hundred
    const end = await endOf(context, feed, { contentType: 'csv', customCode })
    // where the stack is large, only the rows fail
    const isOfRows = ends === 'custom-code-failed' && end === 'no-rows'
    assert.ok(end.startsWith(ends) || isOfRows || end === 'feed-too-costly', `${end}, not ${ends}`)
  })

const absent = [
  'process',
  'require',
  'module',
  'exports',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'Worker',
  'SharedWorker',
  'importScripts',
  'postMessage',
  'Buffer',
  'global',
  'window',
  'self',
  'document',
  'navigator',
  'crypto',
  'performance',
  'Deno',
  'Bun',
  'os',
  'std',
  'scriptArgs',
  'print',
  'load',
  'read',
  'gc',
]
test('custom code finds nothing of its host', async context => {
  const found = (name: string) => `(typeof ${name} !== "undefined" || "${name}" in globalThis)`
  const customCode = `function transform(row) { if (${absent.map(found).join(' || ')}) throw new Error("found"); return row }`
  assert.is(await endOf(context, feedOf(5), { contentType: 'csv', customCode }), '5 rows, 0 faulty')
})

test('what custom code throws and logs is shown as text, short and with visible control characters', async () => {
  const faultOf = async (thrown: string) => {
    const code = await openCustomCode(`function transform() { console.log(${thrown}, 1); throw ${thrown} }`)
    const made = code.transform({})
    return ['fault' in made ? made.fault : assert.unreachable(), code.logs[0]]
  }
  assert.equal(await faultOf('"a\\n\\u001b[31mb"'), ['a\\n\\u001b[31mb', 'a\\n\\u001b[31mb 1'])
  assert.equal(await faultOf('7.5'), ['7.5', '7.5 1'])
  assert.equal(await faultOf('10n'), ['10', '10 1'])
  assert.equal(await faultOf('[{ toString: 1 }]'), ['[{"toString":1}]', '[{"toString":1}] 1'])
  assert.equal(await faultOf('{ message: { toString: 1 } }'), ['Error: {"toString":1}', '{"message":{"toString":1}} 1'])
  assert.equal(await faultOf('null'), ['the code threw null, or used more than 64 MiB of memory', 'null 1'])
  assert.is((await faultOf('"constructor"'))[0], 'constructor')
  assert.is((await faultOf('new TypeError("no price")'))[0], 'TypeError: no price')
  for (const text of await faultOf('"x".repeat(1e5)')) assert.is(text, 'x'.repeat(500))
})

test('when the engine itself fails, the fault is the code', async () => {
  const row = {
    get sku(): string {
      throw new RangeError('the engine is gone')
    },
  }
  const code = await openCustomCode('function transform(row) { return row }')
  assert.throws(
    () => code.transform(row),
    (error: unknown) => error instanceof Unreadable && error.code === 'custom-code-failed',
  )
})

test('an engine that fails writes no lines of its own into the log', async () => {
  const lines: unknown[] = []
  const { error, log, warn } = console
  Object.assign(console, { error: (...line: unknown[]) => lines.push(line), log: error, warn: error })
  try {
    const code = await openCustomCode(`${deep} function transform() { console.log(d); throw d }`)
    assert.throws(() => code.transform({}), /it nests values or calls too deeply/)
  } finally {
    Object.assign(console, { error, log, warn })
  }
  assert.equal(lines, [])
})

test('a good feed is read after all of these', async context =>
  assert.is(await endOf(context, hundred, { contentType: 'csv' }), '100 rows, 0 faulty'))

test.run()
