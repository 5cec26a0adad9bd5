import { withChangedAsTexts } from '../../domain/shared/whole-numbers.ts'
import { escaped, type Fault, most } from './faults.ts'

const proto = '__proto__'

/** A walk through a value: the names that lead to the present place, and the faults so far. */
type Walk = { readonly path: (string | number)[]; readonly faults: Fault[] }

const note = ({ path, faults }: Walk, code: string, detail: string): void => {
  const pointer = path.map(name => `/${escaped(String(name)).toWellFormed()}`).join('')
  faults.push({ pointer, code, detail })
}

const inMember = (name: string, value: unknown, whole: unknown, walk: Walk): void => {
  if (name === proto) note(walk, 'forbidden-name', `must not be named ${proto}`)
  else if (!name.isWellFormed()) note(walk, 'not-well-formed', 'must have a name of well-formed Unicode')
  else inValue(value, whole, walk)
}

const below = (name: string | number, value: unknown, whole: unknown, walk: Walk): void => {
  walk.path.push(name)
  if (typeof name === 'string') inMember(name, value, whole, walk)
  else inValue(value, whole, walk)
  walk.path.pop()
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** `whole`: the same value, in which whole numbers that were changed are texts. */
const inValue = (value: unknown, whole: unknown, walk: Walk): void => {
  if (walk.faults.length >= most) return
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      note(walk, 'not-well-formed', 'must be well-formed Unicode; it has half of a surrogate pair')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      note(walk, 'out-of-range', `must be between -${Number.MAX_VALUE} and ${Number.MAX_VALUE}`)
    else if (typeof whole === 'string')
      note(walk, 'out-of-range', `${value} is read for it: a whole number beyond ±2^53 must be sent as a text`)
  } else if (Array.isArray(value)) {
    const wholes = whole as readonly unknown[]
    for (let i = 0; i < value.length; i++) below(i, value[i], wholes[i], walk)
  } else if (isObject(value)) {
    // a third faster than Object.entries; parsed JSON inherits nothing enumerable
    const wholes = whole as Readonly<Record<string, unknown>>
    for (const name in value) below(name, value[name], wholes[name], walk)
  }
}

/**
 * What a body must not have although it is JSON (HTTP-20): a member `__proto__`, which a later copy could set as a prototype;
 * a number beyond the range of doubles, which would be stored as null; a whole number that is read as another one, such as
 * 9007199254740993; half of a surrogate pair, which no store can keep. It looks at the parsed value, so it makes no difference how the text
 * was escaped. `json`: the text of the value.
 */
export const faultsOfJson = (value: unknown, json = ''): readonly Fault[] => {
  const walk: Walk = { path: [], faults: [] }
  const whole = withChangedAsTexts(json, most)
  inValue(value, whole === json ? value : JSON.parse(whole), walk)
  return walk.faults
}
