import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { operations } from '../../src/operations/operations.ts'

type Schema = { readonly [keyword: string]: unknown }
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const { components, paths } = openApiOf(operations, '0') as {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

/** All members that objects of a schema may have. */
const membersOf = (schema: unknown): ReadonlyMap<string, Schema> => {
  if (!isSchema(schema)) return new Map()
  const { $ref, properties = {}, allOf = [], anyOf = [] } = schema
  if (typeof $ref === 'string') return membersOf(components.schemas[$ref.split('/').pop() ?? ''])
  const parts = [allOf, anyOf].flatMap(list => (Array.isArray(list) ? list : []))
  const own = Object.entries(properties as object).filter(([, one]) => isSchema(one))
  return new Map([...parts.flatMap(part => [...membersOf(part)]), ...own])
}

/** Whether a value is a text, a number, a boolean, or null in their place. */
const isScalar = (schema: Schema): boolean => {
  const { $ref, type, anyOf, enum: values } = schema
  if (typeof $ref === 'string') {
    const named = components.schemas[$ref.split('/').pop() ?? '']
    return isSchema(named) && isScalar(named)
  }
  if (Array.isArray(anyOf)) return anyOf.every(one => isSchema(one) && (one.type === 'null' || isScalar(one)))
  const types = Array.isArray(type) ? type : [type]
  return (
    Array.isArray(values) ||
    types.every(one => ['string', 'integer', 'number', 'boolean', 'null'].includes(String(one)))
  )
}

const rows = operations.filter(row => {
  const parameters = paths[row.path.replace(/:(\w+)/g, '{$1}')]?.get?.parameters
  const names = Array.isArray(parameters) ? parameters.map(({ name }) => name) : []
  return row.method === 'GET' && names.includes('fields') && names.includes('filters')
})

/** What is at a path of members in JSON. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (isSchema(found) ? found[name] : undefined), value)

/** The schema of the items of a list. */
const itemOf = (row: (typeof rows)[number]): unknown => {
  const get = paths[row.path.replace(/:(\w+)/g, '{$1}')]?.get
  const reply = at(get, 'responses', '200', 'content', 'application/json', 'schema')
  return [...membersOf(reply).values()].find(({ type }) => type === 'array')?.items
}
const isAccepted = (row: (typeof rows)[number], query: object): boolean => {
  const decoded = row.operation.query?.decode(query)
  return decoded !== undefined && E.isRight(decoded)
}
const values = ['1', 'true', '2026-03-01', 'text']

/** Lists whose items are texts, or rows of any columns. */
const withoutNames = ['listLabels', 'getAssetSourceData']

test('all lists with fields and filters are found', () => {
  assert.ok(rows.length >= 12, String(rows.map(row => row.operationId)))
})
for (const row of rows)
  test(`${row.operationId} filters by every field that it offers and whose values are no lists or objects (HTTP-14)`, () => {
    const scalars = [...membersOf(itemOf(row))].filter(([, schema]) => isScalar(schema)).map(([name]) => name)
    const offered = scalars.filter(name => isAccepted(row, { fields: name }))
    assert.is(offered.length === 0, withoutNames.includes(row.operationId))
    for (const name of offered) {
      assert.ok(
        values.some(value => isAccepted(row, { filters: `${name}=${value}` })),
        name,
      )
    }
  })

test.run()
