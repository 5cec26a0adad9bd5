import { randomUUID } from 'node:crypto'
import { othersFirst } from '../../engine/write/fold.ts'
import { escaped, type Fault, most } from './faults.ts'
import { faultsOfJson } from './json-faults.ts'

/** Bytes of a list that are parsed at once, besides the element that ends them. */
const portionBytes = 32_768
/** Members of one element of a list, and of the body without its lists, in a body over 1 MiB (HTTP-20). */
export const mostMembers = 10_000

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')]
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]

type Range = { readonly from: number; readonly to: number }
/** A list with its brackets, and its portions in order. */
type List = Range & { readonly portions: readonly Range[] }

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const isAfterColon = (json: Uint8Array, at: number): boolean => {
  let before = at - 1
  while (isSpace(json[before])) before--
  return json[before] === colon
}

/** The lists that are members of the whole value, if they have more than one portion. A single pass. */
const longLists = (json: Uint8Array): readonly List[] | 'malformed' | 'too many members' => {
  const lists: List[] = []
  let portions: Range[] = []
  let depth = 0
  let inText = false
  let [listAt, from] = [-1, 0]
  let [inElement, outside] = [0, 0]
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inText) {
      if (byte === backslash) i++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === colon) {
      if ((listAt < 0 ? ++outside : ++inElement) > mostMembers) return 'too many members'
    } else if (byte === openList || byte === openObject) {
      depth++
      if (depth === 2 && byte === openList && isAfterColon(json, i))
        [listAt, from, portions, inElement] = [i, i + 1, [], 0]
    } else if (byte === comma && depth === 2 && listAt >= 0) {
      inElement = 0
      if (i - from < portionBytes) continue
      portions.push({ from, to: i })
      from = i + 1
    } else if (byte === closeList || byte === closeObject) {
      depth--
      if (depth !== 1 || listAt < 0) continue
      if (byte === closeObject) return 'malformed'
      if (portions.length > 0) lists.push({ from: listAt, to: i + 1, portions: [...portions, { from, to: i }] })
      listAt = -1
    }
  }
  return lists
}

type Read = { readonly value: unknown; readonly faults: readonly Fault[] }
const read = (json: string): Read => {
  const value: unknown = JSON.parse(json)
  return { value, faults: faultsOfJson(value, json) }
}

/** The elements of a list, and their faults; `name`: of the list. Throws SyntaxError. */
const elementsOf = async (json: Buffer, { portions }: List, name: string) => {
  const elements: unknown[] = []
  const faults: Fault[] = []
  for (const { from, to } of portions) {
    await othersFirst()
    const part = read(`[${json.toString('utf8', from, to)}]`)
    const values = part.value as readonly unknown[]
    if (values.length === 0) throw new SyntaxError('a comma without an element')
    for (const { pointer, ...fault } of part.faults) {
      const [, place = '', ...rest] = pointer.split('/')
      faults.push({ ...fault, pointer: ['', escaped(name), elements.length + Number(place), ...rest].join('/') })
    }
    for (const value of values) elements.push(value)
  }
  return { elements, faults }
}

/**
 * Parses JSON of several megabytes, in portions of its lists between which other requests have their turns: names and shapes that are all different
 * make JSON.parse a hundred times slower, so that ten megabytes would stop the node for seconds. The same as JSON.parse and `faultsOfJson`.
 */
export const parsedInPortions = async (json: Buffer): Promise<Read | 'malformed' | 'too many members'> => {
  const lists = longLists(json)
  if (typeof lists === 'string') return lists
  const marker = randomUUID()
  const listOf = new Map(lists.map((list, at) => [`${marker}-${at}`, list]))
  let done = 0
  let outside = ''
  for (const [name, { from, to }] of listOf) {
    outside += `${json.toString('utf8', done, from)}"${name}"`
    done = to
  }
  try {
    const { value, faults } = read(outside + json.toString('utf8', done))
    // a member __proto__ must not be set
    if (faults.length > 0) return { value, faults }
    const members = value as Record<string, unknown>
    const all: Fault[] = []
    for (const [name, member] of Object.entries(listOf.size > 0 ? members : {})) {
      const list = listOf.get(member as string)
      if (list === undefined) continue
      const { elements, faults } = await elementsOf(json, list, name)
      members[name] = elements
      all.push(...faults.slice(0, most - all.length))
    }
    return { value, faults: all }
  } catch (error) {
    if (error instanceof SyntaxError) return 'malformed'
    throw error
  }
}
