import * as E from 'fp-ts/lib/Either.js'
import { isLonger } from '../codec/text.ts'
import { likeMatcher } from '../domain/shared/like.ts'
import type { Where } from '../ports/read-models.ts'
import { type FieldType, filterValue, isOrdered, isText, typeWords } from './filter-values.ts'
import type { Condition } from './made-fields.ts'

/**
 * A field that documents keep at `path`. `made`: it is made when a list is read, and criteria on it have its own name as their path
 * (`madeWhere`).
 */
type Stored = { readonly type: FieldType; readonly path: readonly string[]; readonly made?: true }
/** A field that is not stored as it is shown: its possible texts, each with the criteria of the documents that show it. */
export type Shown = { readonly cases: Readonly<Record<string, Where>> }
/** Fields that lists can filter by; `prefix.*` means every member of `prefix` (`assetData.*`), and `*` alone every member of the items. */
export type FilterFields = Readonly<Record<string, Stored | Shown>>

const operators = ['=', '<>', '<', '>', '<=', '>=', 'like', 'in'] as const
type Operator = (typeof operators)[number]
type Part = { readonly field: string; readonly operator: Operator; readonly value: string }

export const maxParts = 20
export const maxValue = 256

// sticky: each pattern is tried at one position only, which keeps parsing linear
const inParentheses = /\(\s*(<=|>=|<>|=|<|>|like|in)\s*\)/iy
const bare = /<=|>=|<>|=|<|>/y
const word = /[ \t]+(like|in)[ \t]+/iy

const operatorAt = (part: string, i: number): { readonly operator: Operator; readonly end: number } | undefined => {
  const c = part.charCodeAt(i)
  const pattern =
    c === 0x28 ? inParentheses : c >= 0x3c && c <= 0x3e ? bare : c === 0x20 || c === 0x09 ? word : undefined
  if (pattern === undefined) return undefined
  pattern.lastIndex = i
  const match = pattern.exec(part)
  const found = match && (match[1] ?? match[0]).toLowerCase()
  const operator = operators.find(known => known === found)
  return operator && { operator, end: pattern.lastIndex }
}

const isBlank = (part: string, i: number): boolean => part[i] === ' ' || part[i] === '\t'

/** Splits `Field(Operator)Value` at the first operator. Without parentheses, `like` and `in` must be between spaces. */
const partOf = (part: string): Part | undefined => {
  for (let i = 1; i < part.length; i++) {
    const found = operatorAt(part, i)
    if (found) return { field: part.slice(0, i).trim(), operator: found.operator, value: part.slice(found.end).trim() }
    // skip a run of blanks at once: trying each of them would be quadratic
    if (isBlank(part, i)) while (isBlank(part, i + 1)) i++
  }
  return undefined
}

const named = (fields: FilterFields, name: string): Stored | Shown | undefined => {
  const known = (key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)
  const below = (key: string, member: string): Stored | undefined => {
    const any = known(key)
    return any && 'path' in any && member !== '' ? { ...any, path: [...any.path, member] } : undefined
  }
  const dot = name.indexOf('.')
  const inPrefix = () => (dot > 0 ? below(`${name.slice(0, dot)}.*`, name.slice(dot + 1)) : undefined)
  return (name.endsWith('*') ? undefined : known(name)) ?? below('*', name) ?? inPrefix()
}

const fits = (operator: Operator, type: FieldType): boolean => {
  if (operator === 'like') return isText(type)
  return operator === '=' || operator === '<>' || operator === 'in' || isOrdered(type)
}

const patternOf = (text: string): string => (/[%_]/.test(text) ? text : `%${text}%`)

const shownWhere = ({ cases }: Shown, operator: Operator, texts: readonly string[]): E.Either<string, Where> => {
  if (!fits(operator, 'string')) return E.left(unfit(operator, 'string'))
  const [first = ''] = texts
  const isLike = operator === 'like' ? likeMatcher(patternOf(first)) : undefined
  const holds = (shown: string) => isLike?.(shown) ?? (operator === '<>' ? shown !== first : texts.includes(shown))
  return E.right({ any: Object.entries(cases).flatMap(([shown, where]) => (holds(shown) ? [where] : [])) })
}

const storedWhere = ({ type, path }: Stored, operator: Operator, texts: readonly string[]): E.Either<string, Where> => {
  if (!fits(operator, type)) return E.left(unfit(operator, type))
  if (operator === 'like') return E.right({ field: path, is: 'like', pattern: patternOf(texts[0] ?? '') })
  const values = texts.map(value => filterValue(type, value))
  if (!values.every(value => value !== undefined)) return E.left(`the value must be ${typeWords[type]}`)
  return E.right(
    operator === 'in' ? { field: path, is: 'in', values } : { field: path, is: operator, value: values[0]! },
  )
}

const unfit = (operator: Operator, type: FieldType): string =>
  `the operator ${operator} cannot be used with a field whose value is ${typeWords[type]}`

/** Why a part names no field: perhaps because it has an operator that does not exist. */
const unknownField = (fields: FilterFields, name: string): string => {
  const [field = ''] = name.split(/[!=(]/, 1)
  if (field !== name && named(fields, field.trimEnd()) !== undefined)
    return `has an operator that does not exist; the operators are ${operators.join(' ')} (<> for “not equal”)`
  const all = Object.keys(fields).map(field => field.replace('.*', '.<name>'))
  return `names a field that this list cannot filter by; ${all.length === 0 ? 'it has none' : `the fields are ${all.join(', ')}`}`
}

const whereOf = (text: string, fields: FilterFields): E.Either<string, Where> => {
  const part = partOf(text)
  if (part === undefined)
    return E.left(
      `each part must have the form Field(Operator)Value with one of ${operators.join(' ')}; values of in are separated by |, and for a value with a comma repeat the parameter, if need be with an empty filters=`,
    )
  const field = named(fields, part.field)
  if (field === undefined) return E.left(unknownField(fields, part.field))
  const { operator } = part
  const texts = operator === 'in' ? part.value.split('|') : [part.value]
  if (texts.some(value => isLonger(value, maxValue))) return E.left(`a value must have at most ${maxValue} characters`)
  return 'cases' in field ? shownWhere(field, operator, texts) : storedWhere(field, operator, texts)
}

/**
 * Reads `filters` (HTTP-15). A single occurrence is split at commas. If the parameter is repeated, each occurrence is one
 * part and its commas are data. Parts are combined with AND. Left: the error, without the caller's text.
 */
export const parseFilters = (
  sent: string | readonly string[] | undefined,
  fields: FilterFields,
): E.Either<string, readonly Where[]> => {
  const parts =
    typeof sent === 'string'
      ? sent.trim() === ''
        ? []
        : sent.split(',')
      : (sent ?? []).filter(part => part.trim() !== '')
  if (parts.length > maxParts) return E.left(`must have at most ${maxParts} parts`)
  const wheres: Where[] = []
  for (const part of parts) {
    const where = whereOf(part.trim(), fields)
    if (E.isLeft(where)) return where
    wheres.push(where.right)
  }
  return E.right(wheres)
}

/** Whether criteria are on a field that is made when the list is read. */
export const isMadeIn =
  (fields: FilterFields) =>
  (where: Where): where is Condition => {
    if (!('field' in where) || where.field.length !== 1) return false
    const spec = fields[where.field[0] ?? '']
    return spec !== undefined && 'made' in spec
  }
