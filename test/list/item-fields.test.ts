import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { Day } from '../../src/codec/names.ts'
import { orNull } from '../../src/codec/or-null.ts'
import { oneOf } from '../../src/codec/text.ts'
import { IsoTime } from '../../src/codec/times.ts'
import { itemFields } from '../../src/list/item-fields.ts'

const test = suite('fields of lists')

const Item = named(
  'Example',
  fields(
    {
      id: integer(1),
      state: oneOf('a', 'b'),
      live: orNull(t.boolean),
      kind: t.union([named('Kind', t.string), t.null]),
    },
    { day: Day, at: IsoTime, price: t.number, tags: listOf(t.string, 3), about: fields({ text: t.string }) },
  ),
)

test('a list filters by each text, whole number, boolean and time that its items show, and shows every field', () => {
  const { selectable, filterable } = itemFields(Item)
  assert.equal(selectable, ['id', 'state', 'live', 'kind', 'day', 'at', 'price', 'tags', 'about'])
  assert.equal(filterable, {
    id: { type: 'integer', path: ['id'] },
    state: { type: 'string', path: ['state'] },
    live: { type: 'boolean', path: ['live'] },
    kind: { type: 'string', path: ['kind'] },
    day: { type: 'day', path: ['day'] },
    at: { type: 'time', path: ['at'] },
  })
})

test('members of any names are filtered by theirs', () => {
  const row = t.record(t.string, t.string)
  assert.equal(itemFields(row), { selectable: ['*'], filterable: { '*': { type: 'string', path: [] } } })
  assert.equal(itemFields(fields({ data: t.union([row, t.null]) })).filterable, {
    'data.*': { type: 'string', path: ['data'] },
  })
})

test('a list says only how its documents differ from its items', () => {
  const made = { any: [] }
  const { filterable, selectable } = itemFields(
    fields({ id: integer(1), name: t.string, at: t.string, size: integer(0), state: t.string }),
    {
      id: { path: ['id'] },
      at: { type: 'time' },
      size: { made: true },
      state: { cases: { NEW: made } },
      hidden: {},
    },
    ['record'],
  )
  assert.equal(filterable, {
    id: { type: 'integer', path: ['id'] },
    name: { type: 'string', path: ['record', 'name'] },
    at: { type: 'time', path: ['record', 'at'] },
    size: { type: 'integer', path: ['size'], made: true },
    state: { cases: { NEW: made } },
    hidden: { type: 'string', path: ['record', 'hidden'] },
  })
  assert.equal(selectable, ['id', 'name', 'at', 'size', 'state'])
})

test.run()
