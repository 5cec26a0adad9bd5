import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { extension, type Schema } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { schemaOf } from '../../src/codec/json-schema.ts'
import { orNull } from '../../src/codec/or-null.ts'
import { oneOf, text } from '../../src/codec/text.ts'

const test = suite('schemas')

test('a schema describes what the codec checks', () => {
  const Body = fields(
    { name: text({ min: 1, max: 255 }), kind: oneOf('a', 'b') },
    { tags: listOf(fields({ label: t.string }), 3), live: BooleanText },
  )
  assert.equal(schemaOf(Body), {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
      kind: { type: 'string', enum: ['a', 'b'] },
      tags: {
        type: 'array',
        items: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] },
        maxItems: 3,
      },
      live: { type: 'boolean' },
    },
    required: ['name', 'kind'],
  })
})

test('an extension of the interface is marked, and checked like its codec', () => {
  const Reply = fields({ name: t.string }, { delivery: extension(fields({ status: oneOf('Sent') })) })
  const { properties } = schemaOf(Reply) as { properties: Record<string, Schema> }
  assert.equal(properties.delivery, {
    type: 'object',
    properties: { status: { type: 'string', enum: ['Sent'] } },
    required: ['status'],
    'x-extension': true,
  })
  const sent = { name: 'Ann', delivery: { status: 'Sent' } }
  assert.equal(Reply.decode(sent), { _tag: 'Right', right: sent })
  assert.is(Reply.decode({ name: 'Ann', delivery: { status: 'Lost' } })._tag, 'Left')
})

test('every combinator of io-ts that the project uses has a schema', () => {
  const cases: [t.Mixed, Schema][] = [
    [t.union([t.string, t.null]), { type: ['string', 'null'] }],
    [t.union([t.string, t.number, t.null]), { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }],
    [t.union([t.literal('x'), t.literal('y')]), { type: 'string', enum: ['x', 'y'] }],
    [
      t.union([t.literal(1), t.literal('1')]),
      {
        anyOf: [
          { type: 'integer', enum: [1] },
          { type: 'string', enum: ['1'] },
        ],
      },
    ],
    [orNull(t.literal(true)), { anyOf: [{ type: 'boolean', const: true }, { type: 'null' }] }],
    [t.literal(true), { type: 'boolean', const: true }],
    [orNull(oneOf('a')), { type: ['string', 'null'], enum: ['a', null] }],
    [orNull(t.type({})), { type: ['object', 'null'], properties: {} }],
    [t.record(t.string, t.number), { type: 'object', additionalProperties: { type: 'number' } }],
    [
      t.tuple([t.string, t.boolean]),
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false },
    ],
    [t.readonlyArray(integer(0, 1)), { type: 'array', items: { type: 'integer', minimum: 0, maximum: 1 } }],
    [t.keyof({ a: null, b: null }), { type: 'string', enum: ['a', 'b'] }],
    [t.type({ a: t.union([t.string, t.undefined]) }), { type: 'object', properties: { a: { type: 'string' } } }],
    [
      t.intersection([t.union([t.string, t.number]), t.string]),
      { allOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'string' }] },
    ],
    [t.UnknownRecord, { type: 'object', additionalProperties: true }],
    [t.readonly(t.string), { type: 'string' }],
    [t.unknown, {}],
  ]
  for (const [codec, schema] of cases) assert.equal(schemaOf(codec), schema, codec.name)
})

test('a recursive codec becomes a reference', () => {
  type Tree = { children: Tree[] }
  const Tree: t.Type<Tree> = t.recursion('Tree', () => t.type({ children: t.array(Tree) }))
  const definitions = new Map<string, Schema>()
  assert.equal(schemaOf(Tree, definitions), { $ref: '#/components/schemas/Tree' })
  assert.equal(definitions.get('Tree'), {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    required: ['children'],
  })
})

test('a codec without a schema is reported', () => {
  const opaque = new t.Type<string>('opaque', t.string.is, t.success as never, t.identity)
  assert.throws(() => schemaOf(fields({ opaque })), /opaque/)
})

test.run()
