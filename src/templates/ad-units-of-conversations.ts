import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type { AdUnitBody } from '../domain/provisioning/ad-unit-body.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { noConversation, templateConversation } from '../domain/templates/conversation.ts'
import { conversationKey } from '../domain/templates/conversation-id.ts'
import { type Conversation, headOf } from '../domain/templates/conversation-state.ts'
import { adUnitSizeOf } from '../domain/templates/size.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Ports } from '../ports/ports.ts'
import { conversationsOf } from './template-conversations.ts'

type Asked = {
  readonly accountId: string
  readonly requestId: string
  /** Undefined: all of the request that have a version. */
  readonly conversationIds: readonly string[] | undefined
}
type SentAdUnit = t.TypeOf<typeof AdUnitBody>

const fromLog = async (work: Work, accountId: string, ids: readonly string[]) => {
  const found = await Promise.all(ids.map(id => work.load(templateConversation, conversationKey(accountId, id))))
  return found.map(({ state }) => state.conversation)
}

/** The conversations that are named; each unknown one, and each of another request, has its pointer. */
const named = async (
  work: Work,
  { accountId, requestId }: Asked,
  ids: readonly string[],
): Promise<E.Either<Rejection, readonly Conversation[]>> => {
  const found = await fromLog(work, accountId, ids)
  const own = found.flatMap(conversation => (conversation?.requestId === requestId ? [conversation] : []))
  if (own.length === ids.length) return E.right(own)
  const errors = found.flatMap((conversation, i) =>
    conversation?.requestId === requestId
      ? []
      : [{ pointer: `/conversationIds/${i}`, code: 'unknown', detail: 'is no conversation of this request' }],
  )
  return E.left(rejection('invalid-request', 'A conversation does not exist.', { errors }))
}

const all = async (
  work: Work,
  { accountId, requestId }: Asked,
  ports: Pick<Ports, 'readModels'>,
): Promise<E.Either<Rejection, readonly Conversation[]>> => {
  const ids = (await conversationsOf(ports, accountId, requestId)).map(({ conversationId }) => conversationId)
  if (ids.length === 0) return E.left(noConversation)
  const found = (await fromLog(work, accountId, ids)).flatMap(conversation => conversation ?? [])
  return E.right(found.filter(conversation => headOf(conversation) !== undefined))
}

const noHead = rejection('no-version-yet', 'A conversation has no version yet.')

/** `300x250`, and `300x250 2` for the second one of that size. */
const nameOf = (conversations: readonly Conversation[], index: number): string => {
  const size = (conversation: Conversation | undefined) => conversation && adUnitSizeOf(conversation)
  const own = size(conversations[index]) ?? ''
  const before = conversations.slice(0, index).filter(other => size(other) === own).length
  return before === 0 ? own : `${own} ${before + 1}`
}

const sent = async (
  conversations: readonly Conversation[],
  blobs: Blobs,
): Promise<E.Either<Rejection, readonly SentAdUnit[]>> => {
  const units: SentAdUnit[] = []
  for (const [i, conversation] of conversations.entries()) {
    const head = headOf(conversation)
    if (head === undefined) return E.left(noHead)
    const html = (await blobs.read(head.htmlSha256)).toString()
    const adUnitName = nameOf(conversations, i)
    units.push({ adUnitId: i + 1, adUnitName, dimension: adUnitSizeOf(conversation), html })
  }
  return units.length === 0 ? E.left(noHead) : E.right(units)
}

/**
 * The heads of conversations as ad units (TEMPLATE-31), numbered from 1 in the order of `conversationIds`, otherwise in the order in which the
 * conversations started, and named by their size.
 */
export const adUnitsOfConversations = (
  work: Work,
  asked: Asked,
  ports: Pick<Ports, 'readModels' | 'blobs'>,
): TE.TaskEither<Rejection, readonly SentAdUnit[]> =>
  pipe(
    () => (asked.conversationIds ? named(work, asked, asked.conversationIds) : all(work, asked, ports)),
    TE.flatMap(conversations => () => sent(conversations, ports.blobs)),
  )
