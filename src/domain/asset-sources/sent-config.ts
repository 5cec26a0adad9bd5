import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { orNone, withoutNulls } from '../../codec/or-none.ts'
import { FeedConfig, feedConfigFields } from './feed-format.ts'

/** null says that there is none. */
const sentFields = Object.fromEntries(
  Object.entries(feedConfigFields).map(([name, codec]) => [name, orNone(codec as t.Mixed)]),
)
const Members = t.exact(t.partial(feedConfigFields))

const isNone = (value: unknown): boolean =>
  value === '' || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Without what says in the answer of processFeed that there is none: empty texts, objects and lists, and false. */
const withoutNone = (config: FeedConfig): FeedConfig => {
  const { rootIsArray, rootIsObject, oneRowPerObject } = config
  // false counts where the document is JSON
  const shape = rootIsArray || rootIsObject || oneRowPerObject ? { rootIsArray, rootIsObject, oneRowPerObject } : {}
  return Object.fromEntries(
    Object.entries(config).filter(([name, value]) => !isNone(value) || Object.hasOwn(shape, name)),
  )
}

/**
 * The configuration of a feed in a request: that which processFeed answered. A member that it does not have is refused, so that a typing
 * error cannot change how rows are read (SOURCE-9).
 */
export const SentConfig = described(
  new t.Type<FeedConfig>(
    'feedConfig',
    FeedConfig.is,
    (u, context) => {
      if (!t.UnknownRecord.is(u)) return t.failure(u, context, 'must be an object')
      const read = Members.validate(withoutNulls(u, Object.keys(sentFields)), context)
      if (E.isLeft(read)) return read
      const unknown = Object.keys(u).filter(name => !Object.hasOwn(feedConfigFields, name))
      if (unknown.length === 0) return E.map(withoutNone)(read)
      return t.failures(
        unknown.map(name => ({
          value: u[name],
          context: t.appendContext(context, name, t.unknown),
          message: 'is not a member of the config that processFeed answers',
        })),
      )
    },
    FeedConfig.encode,
  ),
  {
    type: 'object',
    properties: sentFields,
    additionalProperties: false,
  },
)
