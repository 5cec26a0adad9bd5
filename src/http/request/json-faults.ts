import { escaped, type Fault, most } from './faults.ts'

const proto = '__proto__'

/** A walk through a value: the names that lead to the present place, and the faults so far. */
type Walk = { readonly path: (string | number)[]; readonly faults: Fault[] }

const note = ({ path, faults }: Walk, code: string, detail: string): void => {
  const pointer = path.map(name => `/${escaped(String(name)).toWellFormed()}`).join('')
  faults.push({ pointer, code, detail })
}

const inMember = (name: string, value: unknown, walk: Walk): void => {
  if (name === proto) note(walk, 'forbidden-name', `must not be named ${proto}`)
  else if (!name.isWellFormed()) note(walk, 'not-well-formed', 'must have a name of well-formed Unicode')
  else inValue(value, walk)
}

const below = (name: string | number, value: unknown, walk: Walk): void => {
  walk.path.push(name)
  if (typeof name === 'string') inMember(name, value, walk)
  else inValue(value, walk)
  walk.path.pop()
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const inValue = (value: unknown, walk: Walk): void => {
  if (walk.faults.length >= most) return
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      note(walk, 'not-well-formed', 'must be well-formed Unicode; it has half of a surrogate pair')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      note(walk, 'out-of-range', `must be between -${Number.MAX_VALUE} and ${Number.MAX_VALUE}`)
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) below(i, value[i], walk)
  } else if (isObject(value)) {
    // a third faster than Object.entries; parsed JSON inherits nothing enumerable
    for (const name in value) below(name, value[name], walk)
  }
}

/**
 * What a body must not have although it is JSON (HTTP-20): a member `__proto__`, which a later copy could set as a prototype;
 * a number beyond the range of doubles, which would be stored as null; half of a surrogate pair, which no store can keep. It
 * looks at the parsed value, so it makes no difference how the text was escaped.
 */
export const faultsOfJson = (value: unknown): readonly Fault[] => {
  const walk: Walk = { path: [], faults: [] }
  inValue(value, walk)
  return walk.faults
}
