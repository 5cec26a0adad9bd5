import type { Key, Page, Query, ReadModels, Scalar, Stored, ViewRef, Where } from '../../../src/ports/read-models.ts'

export type MemoryReadModels = ReadModels & {
  /** `position`: what the document reflects; default: the position of the views. */
  put(view: ViewRef, id: string, document: unknown, position?: bigint): void
  /** Advances the views to a position and resolves the waiting reads. */
  moveTo(position: bigint): void
  /** Positions that reads waited for, with their time-outs in milliseconds. */
  readonly waits: { readonly position: bigint; readonly timeoutMs: number }[]
}

const at = (document: unknown, path: readonly string[]): Scalar =>
  (path.reduce<unknown>((d, name) => (d as Record<string, unknown> | undefined)?.[name], document) ?? null) as Scalar

/** Case-insensitive `like`, by dynamic programming: linear in the text for each character of the pattern. */
const like = (text: string, pattern: string): boolean => {
  let reach = new Set([0])
  for (const c of pattern.toLowerCase()) {
    const next = new Set<number>()
    for (const i of reach) {
      if (c === '%') for (let j = i; j <= text.length; j++) next.add(j)
      else if (i < text.length && (c === '_' || text[i]?.toLowerCase() === c)) next.add(i + 1)
    }
    reach = next
  }
  return reach.has(text.length)
}

const holds = (document: unknown, where: Where): boolean => {
  if ('all' in where) return where.all.every(w => holds(document, w))
  if ('any' in where) return where.any.some(w => holds(document, w))
  const value = at(document, where.field)
  switch (where.is) {
    case '=':
      return value === where.value
    case '<>':
      return value !== where.value
    case 'in':
      return where.values.includes(value)
    case 'like':
      return typeof value === 'string' && like(value, where.pattern)
    default:
      return compares(value as number, where.is, where.value as number)
  }
}

const compares = (a: number, is: '<' | '>' | '<=' | '>=', b: number): boolean =>
  is === '<' ? a < b : is === '>' ? a > b : is === '<=' ? a <= b : a >= b

const ascending = (a: Key, b: Key): number => {
  const [x, y] = [a.value ?? '', b.value ?? '']
  return x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const find = (documents: ReadonlyMap<string, Stored>, query: Query): Page => {
  const keyOf = (d: Stored): Key => ({ value: query.sort ? at(JSON.parse(d.json), query.sort.field) : d.id, id: d.id })
  const order = (a: Key, b: Key) => (query.sort?.descending ? -1 : 1) * ascending(a, b)
  const matching = [...documents.values()]
    .filter(d => !query.where || holds(JSON.parse(d.json), query.where))
    .sort((a, b) => order(keyOf(a), keyOf(b)))
  const { after, before, offset = 0, limit } = query
  const behind = matching.filter(d =>
    after ? order(keyOf(d), after) > 0 : before ? order(keyOf(d), before) < 0 : true,
  )
  const shown = before ? behind.slice(-limit) : after ? behind.slice(0, limit) : behind.slice(offset, offset + limit)
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    documents: shown,
    count: matching.length,
    ...(first ? { first: keyOf(first) } : {}),
    ...(last ? { last: keyOf(last) } : {}),
    hasPrevious: first !== undefined && matching[0] !== first,
    hasNext: last !== undefined && matching.at(-1) !== last,
  }
}

/** Volatile rows that several apps of a test can share, like nodes share a store. */
export const memoryVolatile = (): ReadModels['volatile'] & { expire(key: string): void } => {
  const rows = new Map<string, string>()
  return {
    async add(key, by) {
      const total = Number(rows.get(key) ?? 0) + by
      rows.set(key, String(total))
      return total
    },
    async set(key, value) {
      rows.set(key, value)
    },
    get: async keys => keys.map(key => rows.get(key)),
    expire: key => void rows.delete(key),
  }
}

/** In-memory read models. Reads never wait in real time: a position is reached, or it is not. */
export const memoryReadModels = (volatile: ReadModels['volatile'] = memoryVolatile()): MemoryReadModels => {
  const views = new Map<string, Map<string, Stored>>()
  const listeners = new Set<(position: bigint) => void>()
  const waits: { position: bigint; timeoutMs: number }[] = []
  let reached = 0n
  const of = (view: ViewRef): Map<string, Stored> => {
    const found = views.get(view.name) ?? new Map<string, Stored>()
    views.set(view.name, found)
    return found
  }
  return {
    waits,
    volatile,
    put: (view, id, document, position = reached) =>
      void of(view).set(id, { id, json: JSON.stringify(document), position }),
    moveTo(position) {
      reached = position
      for (const listener of listeners) listener(position)
    },
    get: async (view, id) => of(view).get(id),
    getMany: async (view, ids) => ids.flatMap(id => of(view).get(id) ?? []),
    find: async (view, query) => find(of(view), query),
    apply: async (_view, _changes, _from, checkpoint) => checkpoint,
    checkpoint: async () => reached,
    async *all(view) {
      yield* of(view).values()
    },
    async waitFor(position, timeoutMs) {
      waits.push({ position, timeoutMs })
      return reached >= position
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => undefined,
  }
}
