import { beyondIsTooLarge } from '../../codec/json-schema.ts'
import { binarySize } from '../../domain/shared/wording.ts'
import type { Total } from '../../operations/totals.ts'
import { problems } from '../response/problems.ts'

type Schema = Readonly<Record<string | symbol, unknown>>
type Limit = { readonly field: string; readonly bound: string; readonly answer: string }
type Bodied = { readonly maxBytes?: number; readonly body?: unknown; readonly multipart?: unknown }
/** A row of the table of operations, as far as its bounds need it. */
export type BoundedOperation = {
  readonly operationId: string
  readonly operation: object
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const number = (value: number): string => value.toLocaleString('en-US')

/** The bounds of one schema that say how much a request may ask for; not those of a whole number as such, nor of ids that we give out. */
const boundsOf = (schema: Schema): Omit<Limit, 'field'>[] => {
  const { type, minimum, maximum, minItems, maxItems, maxLength, maxProperties } = schema
  const bounds: Omit<Limit, 'field'>[] = []
  const beyond = beyondIsTooLarge in schema ? '413' : '400'
  if (typeof maxItems === 'number')
    bounds.push({
      bound: `${typeof minItems === 'number' ? `${number(minItems)} to ` : 'at most '}${number(maxItems)} elements`,
      answer: beyond,
    })
  if (typeof maxProperties === 'number')
    bounds.push({ bound: `at most ${number(maxProperties)} members`, answer: '400' })
  if (typeof maxLength === 'number' && type === 'string')
    bounds.push({
      bound: `at most ${number(maxLength)} characters`,
      answer: beyond,
    })
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER)
    bounds.push({
      bound: typeof minimum === 'number' ? `${number(minimum)} to ${number(maximum)}` : `at most ${number(maximum)}`,
      answer: '400',
    })
  return bounds
}

/** The bounds of a schema and of all within it, each schema that refers to itself once. */
const limitsIn = (
  schema: unknown,
  field: string,
  shared: Schema,
  within: ReadonlySet<string> = new Set(),
): readonly Limit[] => {
  if (!isSchema(schema)) return []
  const { $ref } = schema
  if (typeof $ref === 'string') {
    if (within.has($ref)) return []
    return limitsIn(shared[$ref.slice($ref.lastIndexOf('/') + 1)], field, shared, new Set([...within, $ref]))
  }
  const inner = (part: unknown, name: string) => limitsIn(part, name, shared, within)
  const named = Object.entries(isSchema(schema.properties) ? schema.properties : {})
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(list => (Array.isArray(list) ? list : []))
  return [
    ...boundsOf(schema).map(bound => ({ field, ...bound })),
    ...named.flatMap(([name, part]) => inner(part, field === '' ? name : `${field}.${name}`)),
    ...inner(schema.items, `${field}[]`),
    ...(isSchema(schema.additionalProperties) ? inner(schema.additionalProperties, `${field}.*`) : []),
    ...alternatives.flatMap(part => inner(part, field)),
  ]
}

/** The table of the bounds that no single field has, as Markdown (HTTP-34). */
export const totalsTable = (totals: readonly Total[]): string => {
  const answer = (beyond: Total['beyond']): string =>
    typeof beyond === 'string' ? `${problems[beyond].status} \`${beyond}\`` : beyond.instead
  const lines = totals.map(({ of, most, beyond }) => `| ${of} | ${most} | ${answer(beyond)} |`)
  return ['| Of | At most | Beyond it |', '| --- | --- | --- |', ...lines].join('\n')
}

type Parameter = { readonly name: string; readonly in: string; readonly schema?: unknown }

const limitsOfOperation = (operation: Schema, shared: Schema): readonly Limit[] => {
  const parameters = (operation.parameters ?? []) as readonly Parameter[]
  const content =
    isSchema(operation.requestBody) && isSchema(operation.requestBody.content) ? operation.requestBody.content : {}
  return [
    ...parameters.flatMap(({ name, in: place, schema }) =>
      place === 'header' ? [] : limitsIn(schema, `${place} ${name}`, shared),
    ),
    ...Object.values(content).flatMap(media => (isSchema(media) ? limitsIn(media.schema, '', shared) : [])),
  ]
}

/** Operations of one bound; many of them only by their number. */
const shownOperations = (ids: readonly string[]): string =>
  ids.length > 4 ? `${ids.length} operations` : ids.join(', ')

/**
 * The table of limits of the interface as Markdown (HTTP-33), from the OpenAPI document, which follows from the codecs, and from the bounds of
 * bodies. Equal bounds of one field are one line.
 */
export const limitsTable = (document: Schema, rows: readonly BoundedOperation[], defaultMaxBytes: number): string => {
  const { paths, components } = document as {
    readonly paths: Record<string, Record<string, Schema>>
    readonly components: { readonly schemas: Schema }
  }
  const found = new Map<string, Limit & { readonly operations: Set<string> }>()
  const add = (limit: Limit, operationId: string): void => {
    const key = `${limit.field} | ${limit.bound} | ${limit.answer}`
    const known = found.get(key) ?? { ...limit, operations: new Set<string>() }
    known.operations.add(operationId)
    found.set(key, known)
  }
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods))
      for (const limit of limitsOfOperation(operation, components.schemas)) add(limit, String(operation.operationId))
  for (const { operationId, operation: bounded } of rows) {
    const operation = bounded as Bodied
    if (operation.body !== undefined || operation.multipart !== undefined)
      add(
        {
          field: operation.multipart === undefined ? 'the body' : 'the files',
          bound: binarySize(operation.maxBytes ?? defaultMaxBytes),
          answer: '413',
        },
        operationId,
      )
  }
  const lines = [...found.values()]
    .sort((a, b) => (a.field === b.field ? (a.bound < b.bound ? -1 : 1) : a.field < b.field ? -1 : 1))
    .map(
      ({ field, bound, answer, operations }) =>
        `| ${field.startsWith('the ') ? field : `\`${field}\``} | ${bound} | ${answer} | ${shownOperations([...operations].sort())} |`,
    )
  return ['| Field | Bound | Beyond it | Operations |', '| --- | --- | --- | --- |', ...lines].join('\n')
}
