import type { FeedConfig } from '../../domain/asset-sources/feed-format.ts'
import type { JsonPlace } from './json-rows.ts'

/** The names of `/a/b`; `/` is the root. */
export const stepsOf = (rowXPath: string): readonly string[] => rowXPath.split('/').filter(step => step !== '')

/** Where the rows of a JSON feed are, by its configuration. */
export const placeOf = ({ oneRowPerObject, rowXPath = '/' }: FeedConfig): JsonPlace => ({
  within: oneRowPerObject ? undefined : stepsOf(rowXPath),
})

type Found = { readonly path: readonly string[]; objects: number }

/**
 * Where rows probably are, from the beginning of a document: the elements of a root list, one object after the other, the list of objects
 * nearest to the root, else the members of the root object, else the root object alone.
 */
export const shapeOf = (beginning: string): FeedConfig => {
  const root = beginning.trimStart()
  if (root.startsWith('[')) return { rootIsArray: true, rootIsObject: false, oneRowPerObject: false, rowXPath: '/' }
  const lists = listsOfObjects(root)
  const object = { rootIsArray: false, rootIsObject: true }
  if (lists.roots > 1) return { ...object, oneRowPerObject: true, rowXPath: '/' }
  const [nearest] = lists.lists.sort((a, b) => a.path.length - b.path.length || b.objects - a.objects)
  if (nearest) return { ...object, oneRowPerObject: false, rowXPath: `/${nearest.path.join('/')}` }
  return { ...object, oneRowPerObject: lists.members < 2, rowXPath: '/' }
}

/** The lists in a document that have objects, by the names that lead to them; and how many members of the root are objects. */
const listsOfObjects = (text: string): { lists: Found[]; members: number; roots: number } => {
  const lists = new Map<string, Found>()
  const around: { isList: boolean; name: string }[] = []
  let members = 0
  let roots = 0
  let last = ''
  const tokens = /"((?:[^"\\]|\\.)*)"?|[{}[\]:,]/gs
  for (const [token, name] of text.matchAll(tokens)) {
    const holder = around.at(-1)
    if (name !== undefined) last = name.includes('\\') ? unescaped(name) : name
    else if (token === ':' && holder) holder.name = last
    else if (token === '{' || token === '[') {
      if (token === '{' && around.length === 0) roots++
      if (token === '{' && around.length === 1 && holder?.isList === false) members++
      if (token === '{' && holder?.isList && around.slice(0, -1).every(({ isList }) => !isList)) {
        const path = around.slice(0, -1).map(one => one.name)
        const found = lists.get(path.join('/')) ?? { path, objects: 0 }
        found.objects++
        lists.set(path.join('/'), found)
      }
      around.push({ isList: token === '[', name: '' })
    } else if (token === '}' || token === ']') around.pop()
  }
  return { lists: [...lists.values()], members, roots }
}

/** A name as JSON has it; one that is malformed stays, and is refused when it is read. */
const unescaped = (name: string): string => {
  try {
    return JSON.parse(`"${name}"`)
  } catch {
    return name
  }
}
