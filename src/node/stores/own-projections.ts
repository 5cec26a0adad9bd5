import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { projections } from '../../../projections/projections.ts'
import { integer } from '../../codec/integer.ts'
import { text } from '../../codec/text.ts'
import { aggregates } from '../../domain/aggregates.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import { ofKnownEvents } from '../../engine/write/known-events.ts'
import { ConfigError } from '../config/config-error.ts'

const isFunction = (u: unknown): u is () => unknown => typeof u === 'function'
const Rule = new t.Type('function', isFunction, (u, c) => (isFunction(u) ? t.success(u) : t.failure(u, c)), t.identity)
const paths = t.array(t.array(t.string))

/** What is checked of an operator's projection. No view of a release is named `own-…`. */
const OwnProjection = t.type({
  name: text({ pattern: /^own-[a-z0-9-]{1,50}$/, must: 'must begin with own-' }),
  version: integer(1),
  indexes: paths,
  categories: t.array(t.string),
  idOf: Rule,
  evolve: Rule,
})

const refused = (path: string, why: string, cause?: unknown): never => {
  throw new ConfigError(`PROJECTIONS ${path}: ${why}`, { cause })
}

const checked = (path: string, found: unknown): readonly AnyProjection[] => {
  if (!Array.isArray(found)) return refused(path, 'the default export must be a list of projections')
  for (const [i, one] of found.entries()) {
    const fault = E.swap(OwnProjection.decode(one))
    if (E.isRight(fault)) {
      const [first] = fault.right
      const member = first?.context.map(({ key }) => key).find(key => key !== '')
      refused(path, `projection ${i + 1}: ${member ?? 'it'} ${first?.message ?? 'is missing or of a wrong type'}`)
    }
  }
  const names = found.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  return twice === undefined ? found : refused(path, `${twice} is there twice`)
}

/** The URL of the module of an operator's projections. */
export const ownModule = (path: string): string => pathToFileURL(resolve(path)).href

const imported = async (path: string): Promise<{ readonly default?: unknown }> => {
  try {
    return await import(ownModule(path))
  } catch (error) {
    return refused(path, `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, error)
  }
}

/**
 * The views of this release, then those of the operator's module (ARCH-25). Throws a ConfigError that says what is wrong with the
 * module.
 */
export const projectionsWith = async (path: string | undefined): Promise<readonly AnyProjection[]> => {
  if (path === undefined) return projections
  const own = checked(path, (await imported(path)).default)
  return [...projections, ...own.map(ofKnownEvents(aggregates))]
}
