import { glob, readFile, writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { systemRows } from '../../src/http/pages/system.ts'
import { operations } from '../../src/operations/operations.ts'
import { misfits } from '../support/service/json-schema.ts'

const test = suite('the OpenAPI document')
const system = systemRows({
  rows: operations,
  metrics: createMetrics(),
  version: '0',
  readiness: async () => ({ ready: true, details: {} }),
})
const document = openApiOf([...operations, ...system], '0')

/** The document in parts: one file per area, one for shared schemas and one for everything else. */
const parts = (): ReadonlyMap<string, unknown> => {
  const { paths, components, ...rest } = document as Record<string, Record<string, Record<string, object>>>
  const byArea = new Map<string, Record<string, Record<string, object>>>()
  for (const [path, methods] of Object.entries(paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const [area = ''] = (operation as { tags: string[] }).tags
      const known = byArea.get(area) ?? {}
      byArea.set(area, { ...known, [path]: { ...known[path], [method]: operation } })
    }
  const named = [...byArea].map(([area, found]) => [area.toLowerCase().replaceAll(' ', '-'), found] as const)
  return new Map<string, unknown>([...named, ['shared/components', components], ['shared/document', rest]])
}

for (const [name, part] of parts())
  test(`${name}: the interface changes only deliberately (UPDATE_SNAPSHOT=1 npm test -- openapi)`, async () => {
    const file = new URL(`./openapi/${name}.json`, import.meta.url)
    const text = `${JSON.stringify(part, null, 2)}\n`
    if (process.env.UPDATE_SNAPSHOT) await writeFile(file, text)
    assert.fixture(text, await readFile(file, 'utf8'))
  })

test('no snapshot remains of a removed area', async () => {
  const files: string[] = []
  for await (const file of glob('**/*.json', { cwd: new URL('./openapi/', import.meta.url) })) files.push(file)
  assert.equal(files.sort(), [...parts().keys()].map(name => `${name}.json`).sort())
})

const patternsIn = (schema: unknown): readonly string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, value]) =>
        key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
      )

test('a client generator of some language could not read a pattern', () => {
  const patterns = new Set(patternsIn(document))
  assert.ok(patterns.size > 10)
  // Unicode classes, look-behind and named groups are not in the subset of ECMA-262 that JSON Schema recommends
  for (const pattern of patterns) assert.not.match(pattern, /\\[pP]\{|\(\?<|\(\?P/)
})

test('the document describes range requests for files', () => {
  const operationsOf = document.paths as Record<
    string,
    Record<string, { responses: object; parameters: { name: string }[] }>
  >
  for (const path of ['/assets/{accountId}/{path}', '/downloads/{accountId}/{zip}/{filename}']) {
    const operation = operationsOf[path]?.get
    assert.ok(
      operation?.parameters.some(p => p.name === 'Range'),
      path,
    )
    for (const status of ['206', '416']) assert.ok(operation && status in operation.responses, `${path} ${status}`)
  }
})

test('the operation accepts every example', () => {
  for (const { operationId, operation } of operations) {
    if (operation.example === undefined) continue
    if (operation.example.body !== undefined)
      assert.ok(
        operation.body && E.isRight(operation.body.decode(operation.example.body)),
        `${operationId}: example body`,
      )
    if (operation.example.reply !== undefined && operation.reply instanceof t.Type)
      assert.ok(E.isRight(operation.reply.decode(operation.example.reply)), `${operationId}: example reply`)
  }
})

type Media = { readonly schema: Record<string, unknown>; readonly example?: unknown }
type Described = {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>
}
const described = Object.values(document.paths as Record<string, Record<string, Described>>).flatMap(Object.values)

/** The JSON bodies and responses of an operation, each with a name. */
const jsonOf = ({ operationId, requestBody, responses }: Described) =>
  [
    { what: `${operationId}: body`, media: requestBody?.content['application/json'] },
    { what: `${operationId}: answer`, media: responses[200]?.content?.['application/json'] },
  ].flatMap(({ what, media }) => (media ? [{ what, ...media }] : []))

test('every example matches the schema in the document', () => {
  const faults = described
    .flatMap(jsonOf)
    .flatMap(({ what, schema, example }) =>
      example === undefined ? [] : misfits(example, schema, document).map(fault => `${what} ${fault}`),
    )
  assert.equal(faults, [])
})

test('channels, media plans, classic campaigns and clouds have an example of every body and response', () => {
  const shown = ['Media channels', 'Media plans', 'Classic campaigns', 'Cloud services']
  const rows = described.filter(operation => (operation as { tags?: string[] }).tags?.some(tag => shown.includes(tag)))
  assert.ok(rows.length >= 26)
  const without = rows.flatMap(jsonOf).filter(({ example }) => example === undefined)
  assert.equal(
    without.map(({ what }) => what),
    [],
  )
})

test.run()
