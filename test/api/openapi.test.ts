import { glob, readFile, writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { areas } from '../../src/http/openapi/areas.ts'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { steps } from '../../src/http/openapi/guide.ts'
import { systemRows } from '../../src/http/pages/system.ts'
import { problems } from '../../src/http/response/problems.ts'
import { operations } from '../../src/operations/operations.ts'
import { changedPaths } from '../support/service/changed-paths.ts'
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
    const changed = changedPaths(JSON.parse(await readFile(file, 'utf8')), JSON.parse(text))
    assert.ok(changed.length === 0, changed.join('\n'))
  })

test('each schema has one type, besides null, so that generators of clients in other languages read it', () => {
  const wrong: string[] = []
  const walk = (part: unknown, path: string) => {
    if (typeof part !== 'object' || part === null) return
    const { type, enum: values } = part as { type?: unknown; enum?: unknown }
    const types = [type].flat().filter(one => one !== 'null')
    if (Array.isArray(type) && types.length !== 1) wrong.push(`${path} has several types`)
    if (Array.isArray(values) && typeof types[0] !== 'string') wrong.push(`${path} is an enumeration without a type`)
    for (const [name, inner] of Object.entries(part)) walk(inner, `${path}/${name}`)
  }
  walk(document, '')
  assert.equal(wrong, [])
})

test('the tags are in the order in which a campaign meets them, each with a sentence and an example (HTTP-28)', () => {
  const tags = document.tags as { name: string; description?: string; externalDocs?: { url: string } }[]
  for (const { name, description, externalDocs } of tags) {
    assert.match(description ?? '', /\.$/, name)
    assert.match(externalDocs?.url ?? '', /^\/docs\/guides\/examples#[a-z-]+$/, name)
  }
  const names = tags.map(({ name }) => name)
  assert.equal(
    names,
    areas.map(({ name }) => name),
  )
  const met = steps.flatMap(({ by }) =>
    by.map(id => operations.find(({ operationId }) => operationId === id)?.area ?? ''),
  )
  const first = [...new Set(met)]
  assert.equal(
    first,
    names.filter(name => first.includes(name)),
  )
})

test('a change of the document is shown by its places, not by the whole text', () => {
  const before = { a: { 'b/c': 1, list: ['x', 'y'] }, gone: true }
  const after = { a: { 'b/c': 2, list: ['x', 'y', 'z'] }, fresh: {} }
  assert.equal(changedPaths(before, after), ['changed /a/b~1c', 'added /a/list/2', 'removed /gone', 'added /fresh'])
  const many = Array.from({ length: 150 }, (_, at) => at)
  assert.is(changedPaths([], many).at(-1), 'and 50 more')
  assert.equal(changedPaths(before, structuredClone(before)), [])
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

type Shape = Record<string, unknown> & {
  readonly $ref?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
}
type Media = { readonly schema: Shape; readonly example?: unknown }
type Described = {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>
}
const described: readonly Described[] = Object.values(
  document.paths as Record<string, Record<string, Described>>,
).flatMap(Object.values)

/** The JSON bodies and responses of an operation, each with a name. */
const jsonOf = ({ operationId, requestBody, responses }: Described) =>
  [
    { what: `${operationId}: body`, media: requestBody?.content['application/json'] },
    { what: `${operationId}: answer`, media: responses[200]?.content?.['application/json'] },
  ].flatMap(({ what, media }) => (media ? [{ what, ...media }] : []))

const components = (document as unknown as { components: { schemas: Record<string, Shape> } }).components

/** A schema behind its reference. */
const behind = (schema: Shape): Shape =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

/** The fields below a schema that have no description, each with its place. A component is looked at once. */
const bare = (schema: Shape, at: string, seen = new Set<Shape>()): readonly string[] => {
  const shape = behind(schema)
  if (seen.has(shape)) return []
  seen.add(shape)
  const members = Object.entries(shape.properties ?? {})
  return [
    ...members.flatMap(([name, member]) => (member.description ? [] : [`${at}.${name}`])),
    ...members.flatMap(([name, member]) => bare(member, `${at}.${name}`, seen)),
    ...[shape.items ?? [], shape.anyOf ?? [], shape.allOf ?? [], shape.oneOf ?? []]
      .flat()
      .flatMap(inner => bare(inner, at, seen)),
  ]
}

test('every field of a body says what it means', () => {
  const bodies = described.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ operationId, schema })),
  )
  assert.ok(bodies.length > 40)
  assert.equal(
    bodies.flatMap(({ operationId, schema }) => bare(schema, operationId)),
    [],
  )
})

/** What is called a status, a state, a kind or an outcome below a schema, each with its place. */
const statusesIn = (schema: Shape, at: string): readonly { readonly at: string; readonly shape: Shape }[] =>
  Object.entries(schema.properties ?? {})
    .flatMap(([name, member]) => {
      const inner = statusesIn(member, `${at}.${name}`)
      return /status$|^state$|^kind$|^outcome$/i.test(name) ? [{ at: `${at}.${name}`, shape: member }, ...inner] : inner
    })
    .concat([schema.items ?? [], schema.anyOf ?? []].flat().flatMap(inner => statusesIn(inner, at)))

test('every value of a status says what it means', () => {
  const replies = described.flatMap(({ operationId, responses }) =>
    Object.values(responses[200]?.content ?? {}).map(({ schema }) => statusesIn(schema, operationId)),
  )
  const ofComponents = Object.entries(components.schemas).map(([name, schema]) => statusesIn(schema, name))
  const found = [...replies, ...ofComponents].flat()
  assert.ok(found.length >= 12)
  const silent = found.filter(
    ({ shape: { description, ...shape } }) =>
      !description || (shape.enum ?? []).some(word => !description.includes(`\`${word}\``)),
  )
  assert.equal(
    silent.map(({ at }) => at),
    [],
  )
})

test('the document begins with the order of the calls, each with its permission', () => {
  const { description = '' } = (document as unknown as { info: { description?: string } }).info
  for (const { by } of steps)
    for (const operationId of by) {
      const row = operations.find(row => row.operationId === operationId)
      const needs = row?.permission === 'any' ? 'the permission of the start' : `\`${row?.permission}\``
      assert.ok(description.includes(`\`${operationId}\` (${needs})`), operationId)
    }
})

test('the objects of the interface are components, and the code of a problem is one of those that exist', () => {
  const names = Object.keys(components.schemas)
  for (const name of ['RetailCampaign', 'Creative', 'AdUnit', 'MediaChannel', 'MediaPlan', 'AssetSource', 'Queue'])
    assert.ok(names.includes(name), name)
  const { code } = components.schemas.Problem?.properties ?? {}
  assert.equal(code?.enum, Object.keys(problems).sort())
})

test('a file that must be sent is required', () => {
  const upload = described.find(({ operationId }) => operationId === 'uploadAsset')
  assert.equal(upload?.requestBody?.content['multipart/form-data']?.schema.required, ['file', 'path'])
})

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
