import * as t from 'io-ts'
import type { Schema } from '../../codec/described.ts'
import type { EndcapMiddleware } from '../context.ts'
import { nearest } from '../nearest.ts'
import { type Definitions, resolvedRef, schemaOf } from '../openapi/schema-of.ts'
import { escaped } from './faults.ts'

/** A field of a body that its operation does not have: its JSON pointer, and that of the field that was probably meant. */
export type UnknownField = { readonly pointer: string; readonly meant?: string }

/** Fields that one answer names. */
const most = 10
/** Characters of a name in an answer. */
const longest = 64
/** Characters of a place in the body beyond which nothing is named: clients take a few kilobytes of headers. */
const deepest = 200

type Walk = { readonly definitions: Definitions; readonly found: UnknownField[] }

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null

/** Steps into objects and lists whose members are known; alternatives and open objects are left out. */
const walk = (value: unknown, sent: Schema, at: string, into: Walk): void => {
  if (!isObject(value) || into.found.length >= most || at.length > deepest) return
  const { properties, items, additionalProperties } = resolvedRef(sent, into.definitions)
  if (Array.isArray(value)) {
    if (isObject(items)) for (const [place, item] of value.entries()) walk(item, items, `${at}/${place}`, into)
    return
  }
  if (!isObject(properties) || additionalProperties !== undefined) return
  for (const name of Object.keys(value)) {
    if (into.found.length >= most) return
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    const pointer = `${at}/${escaped(name.slice(0, longest))}`
    if (isObject(member)) walk(value[name], member, pointer, into)
    else into.found.push({ pointer, ...meantBy(name, at, Object.keys(properties)) })
  }
}

const meantBy = (name: string, at: string, known: readonly string[]): { readonly meant?: string } => {
  const meant = nearest(name, known)
  return meant === undefined ? {} : { meant: `${at}/${escaped(meant)}` }
}

/** Finds the fields of a body that its codec ignores (HTTP-8), at most 10; in time that grows with the body. */
export const unknownFields = (body: t.Mixed): ((sent: unknown) => readonly UnknownField[]) => {
  const definitions: Definitions = new Map()
  const schema = schemaOf(body, definitions)
  return sent => {
    const found: UnknownField[] = []
    walk(sent, schema, '', { definitions, found })
    return found
  }
}

/** A string of a structured field (RFC 9651), which takes printable ASCII only. */
const quoted = (text: string): string =>
  `"${text.replace(/[^\u0020-\u007e]/gu, c => encodeURIComponent(c.toWellFormed())).replace(/["\\]/g, '\\$&')}"`

const shown = ({ pointer, meant }: UnknownField): string =>
  meant === undefined ? quoted(pointer) : `${quoted(pointer)};meant=${quoted(meant)}`

/** Names the ignored fields of a body in the header Endcap-Unknown-Fields: a typing error would otherwise go unnoticed. */
export const reportsUnknownFields = (body: unknown): EndcapMiddleware => {
  if (!(body instanceof t.Type)) return (_, next) => next()
  const find = unknownFields(body)
  return (ctx, next) => {
    const found = find(ctx.request.body)
    if (found.length > 0) ctx.res.setHeader('Endcap-Unknown-Fields', found.map(shown).join(', '))
    return next()
  }
}
