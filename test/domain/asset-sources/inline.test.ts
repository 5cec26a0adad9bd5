import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inlineRows } from '../../../src/domain/asset-sources/inline.ts'
import { mostColumns } from '../../../src/domain/asset-sources/row-set.ts'
import { writeRows } from '../../../src/rows/write-rows.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'

const test = suite('rows of an inline source')
const roles = { assetKeyColumn: 'sku' }
type Sent = Parameters<typeof inlineRows>[0]

const rowsOf = (sent: Sent) => {
  const made = inlineRows(sent, roles)
  if (E.isLeft(made)) throw new Error(made.left.detail)
  return made.right
}
const faultsOf = (sent: Sent) => {
  const made = inlineRows(sent, roles)
  return E.isLeft(made) ? (made.left.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`) : []
}

test('cells are in the order of the columns, whatever the order of a row, and empty where it has none', () => {
  const data = [
    { sku: 1, price: 9.5 },
    { blue: true, sku: 'b' },
    { price: null, sku: 'c', blue: false },
  ]
  const { columns, rows } = rowsOf({ data })
  assert.equal(columns, ['sku', 'price', 'blue'])
  assert.equal(
    [...rows],
    [
      ['1', '9.5', ''],
      ['b', '', 'true'],
      ['c', '', 'false'],
    ],
  )
  const named = rowsOf({ columnNames: ['blue', 'sku', 'none', 'price'], data })
  assert.equal([...named.rows][0], ['', '1', '', '9.5'])
})

test('their digest is that of the same rows made at once', async () => {
  const data = Array.from({ length: 700 }, (_, n) => ({ sku: n, [`c${n % 40}`]: `text ${n}`, same: n % 3 === 0 }))
  const { columns, rows } = rowsOf({ data })
  const atOnce = data.map((row: Readonly<Record<string, unknown>>) => columns.map(name => String(row[name] ?? '')))
  const blobs = memoryBlobs(() => new Date(0))
  assert.equal(await writeRows(blobs, columns, rows), await writeRows(blobs, columns, atOnce))
})

test('rows are made when they are taken', () => {
  let read = 0
  const second = { sku: 'b' }
  Object.defineProperty(second, 'price', { enumerable: true, get: () => String(++read) })
  const rows = rowsOf({ data: [{ sku: 'a' }, second] }).rows[Symbol.iterator]()
  const checked = read
  rows.next()
  assert.is(read, checked)
  rows.next()
  assert.is(read, checked + 1)
})

test('too many columns are refused before any row is looked at', () => {
  const many = Object.fromEntries(Array.from({ length: mostColumns + 1 }, (_, n) => [`c${n}`, '']))
  assert.equal(faultsOf({ data: [many, { sku: {} }] }), ['/data too-many'])
})

test('the names of columns that only rows have keep to the rules of columnNames (SOURCE-11)', () => {
  const long = 'x'.repeat(256)
  const data = [{ sku: 'a' }, { sku: 'b', '': 1 }, { sku: 'c', '': 2, 'a/\n': 3, [long]: 4 }]
  assert.equal(faultsOf({ data }), ['/data/1/ invalid', '/data/2/a~1\n invalid', `/data/2/${long} invalid`])
  assert.equal(faultsOf({ data: [{ sku: 'a', ['x'.repeat(255)]: 1, Größe: 2 }] }), [])
})

test('a refusal is not larger than the request, however long the names are', () => {
  const data = [{ sku: 'a', ['x'.repeat(1_000_000)]: 1 }]
  for (const sent of [{ data }, { columnNames: ['sku'], data }])
    assert.ok(faultsOf(sent).every(fault => fault.startsWith('/data/0/xxx') && fault.length < 400))
  const withoutKey = inlineRows({ data }, { assetKeyColumn: 'id' })
  assert.ok(JSON.stringify(withoutKey).length < 2_000)
})

test('a row of very many wrong members is refused with the first twenty', () => {
  const wrong = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`c${n}`, '']))
  const faults = faultsOf({ columnNames: ['sku'], data: [{ sku: 'a', ...wrong }] })
  assert.is(faults.length, 20)
  assert.is(faults[0], '/data/0/c0 unknown-column')
})

test.run()
