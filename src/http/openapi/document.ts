import type * as t from 'io-ts'
import type { Schema } from '../../codec/described.ts'
import { type Definitions, resolvedRef, schemaOf } from '../../codec/json-schema.ts'
import type { Operation } from '../../engine/operation.ts'
import type { Row } from '../../operations/row.ts'
import { problemCodes } from '../response/problems.ts'
import { templateOf } from '../router.ts'
import { type Area, anchorOf, areas } from './areas.ts'
import { guideOf } from './guide.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'

const file: Schema = { type: 'string', format: 'binary' }

const mediaOf = (operation: Operation): string => {
  if (operation.kind === 'query') return ''
  if (operation.multipart) return 'multipart/form-data'
  return operation.form ? 'application/x-www-form-urlencoded' : 'application/json'
}

const bodySchema = (operation: Operation, definitions: Definitions): Schema | undefined => {
  if (operation.kind === 'query') return undefined
  const own = operation.body ? schemaOf(operation.body as t.Mixed, definitions) : undefined
  if (!operation.multipart) return own
  const parts = Object.entries(operation.multipart)
  const files = Object.fromEntries(parts.map(([name, { about }]) => [name, { ...file, description: about }]))
  const required = [
    ...parts.flatMap(([name, part]) => (part.required ? [name] : [])),
    ...((own?.required as readonly string[] | undefined) ?? []),
  ]
  const choices = parts.flatMap(([name, { eitherOr }]) => (eitherOr ? [{ required: [name] }] : []))
  return {
    type: 'object',
    properties: { ...files, ...(own?.properties as object | undefined) },
    ...(required.length > 0 ? { required } : {}),
    ...(choices.length > 0 ? { oneOf: choices } : {}),
  }
}

const requestBody = (operation: Operation, definitions: Definitions): Schema | undefined => {
  const schema = bodySchema(operation, definitions)
  if (schema === undefined) return undefined
  const example = operation.example?.body
  return {
    required: ((resolvedRef(schema, definitions).required as readonly string[] | undefined) ?? []).length > 0,
    content: { [mediaOf(operation)]: { schema, ...(example === undefined ? {} : { example }) } },
  }
}

const needsOf = (permission: Row['permission']): string => {
  if (permission === 'public') return 'No API key required.'
  return permission === 'any'
    ? 'Permission: the one required to start the operation.'
    : `Permission: \`${permission}\`.`
}

const operationOf = (row: Row, definitions: Definitions): Schema => {
  const { operation, operationId, permission } = row
  const body = requestBody(operation, definitions)
  const needs = needsOf(permission)
  return {
    operationId,
    tags: [row.area],
    summary: operation.summary,
    description: operation.description ? `${operation.description}\n\n${needs}` : needs,
    ...(operation.extension ? { 'x-extension': true } : {}),
    ...(permission === 'public' ? { security: [] } : {}),
    parameters: parametersOf(row, definitions),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(row, definitions),
  }
}

const problem: Schema = {
  type: 'object',
  description: 'An error (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId', 'errors', 'message'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The address of the page about the code.' },
    title: { type: 'string', description: 'The same for every problem of the code.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong with this request, for people.' },
    instance: { type: 'string', description: 'The path template, never the URL.' },
    code: { type: 'string', enum: problemCodes, description: 'What is wrong, for programs; it never changes.' },
    traceId: { type: 'string', description: 'Identifies the request in the log of the service.' },
    message: { type: 'string', description: 'The same text as detail.' },
    errors: {
      type: 'array',
      description: 'Each fault with its place.',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body, or /path/<name>, or /query/<name>.' },
          code: { type: 'string', description: 'What is wrong there, for programs.' },
          detail: { type: 'string', description: 'What is wrong there, for people.' },
        },
      },
    },
  },
}

const tagOf = ({ name, about }: Area): Schema => ({
  name,
  description: about,
  externalDocs: { description: 'Example', url: `/docs/guides/examples#${anchorOf(name)}` },
})

/** The OpenAPI 3.1 document of all rows, derived from their codecs. */
export const openApiOf = (rows: readonly Row[], version: string): Schema => {
  const definitions: Definitions = new Map()
  const paths: Record<string, Record<string, Schema>> = {}
  for (const row of rows) {
    const template = templateOf(row.path)
    const path = paths[template] ?? {}
    paths[template] = path
    path[row.method.toLowerCase()] = operationOf(row, definitions)
  }
  const used = new Set(rows.map(row => row.area))
  const known = areas.filter(({ name }) => used.has(name)).map(tagOf)
  const others = [...used].filter(name => !areas.some(area => area.name === name)).map(name => ({ name }))
  const tags = [...known, ...others]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Endcap',
      version,
      description: guideOf(rows),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ svc_apikey: [] }],
    tags,
    paths,
    components: {
      securitySchemes: { svc_apikey: { type: 'apiKey', in: 'header', name: 'svc_apikey' } },
      schemas: { Problem: problem, ...Object.fromEntries(definitions) },
    },
  }
}
