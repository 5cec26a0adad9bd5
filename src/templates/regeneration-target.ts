import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { noConversation, templateConversation } from '../domain/templates/conversation.ts'
import { conversationIdOf, conversationKey, furtherConversationId } from '../domain/templates/conversation-id.ts'
import type { Conversation } from '../domain/templates/conversation-state.ts'
import { adUnitSizeOf, sizeOfAdUnit, type TemplateSize } from '../domain/templates/size.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'
import type { Ports } from '../ports/ports.ts'
import { conversationFromLog, conversationsOf, mostConversations } from './template-conversations.ts'

export type AskedEdit = {
  readonly accountId: string
  readonly requestId: string
  readonly editPrompt: string
  readonly conversationId?: string
  readonly templateHtml?: string
  readonly adUnitSize?: string
}

/**
 * The conversation to edit, or a new one in a size of its own with the brief of `like`.
 */
export type RegenerationTarget =
  | { readonly kind: 'existing'; readonly conversationId: string }
  | { readonly kind: 'new'; readonly conversationId: string; readonly size: TemplateSize; readonly like: Conversation }

const invalid = (pointer: string, code: string, detail: string): Rejection =>
  rejection('invalid-request', 'The request does not say which template to edit.', {
    errors: [{ pointer, code, detail }],
  })

const mustHaveSize = ({ width, height }: Conversation, asked: TemplateSize | undefined): E.Either<Rejection, void> =>
  asked === undefined || (asked.width === width && asked.height === height)
    ? E.right(undefined)
    : E.left(invalid('/adUnitSize', 'other-size', `must be ${adUnitSizeOf({ width, height })}, as of the conversation`))

const several = invalid('/conversationId', 'required', 'is required, or adUnitSize: the request has several')

/** The only conversation of a request; of several, the caller says which. */
const onlyOne = (conversations: readonly Conversation[]): E.Either<Rejection, RegenerationTarget> => {
  const [only, ...others] = conversations
  if (only === undefined) return E.left(noConversation)
  return others.length === 0 ? E.right({ kind: 'existing', conversationId: only.conversationId }) : E.left(several)
}

/** The keys of the conversations that an edit may be about. */
export const conversationKeysOf = (
  accountId: string,
  { requestId, conversationId }: Pick<AskedEdit, 'requestId' | 'conversationId'>,
  ports: Pick<Ports, 'readModels'>,
): TE.TaskEither<Rejection, readonly string[]> =>
  TE.fromTask(async () => {
    const all = conversationId ? [{ conversationId }] : await conversationsOf(ports, accountId, requestId)
    return all.map(one => conversationKey(accountId, one.conversationId))
  })

type Further = { readonly accountId: string; readonly conversationId: string; readonly size: TemplateSize }

/** A further conversation, unless the same request has started it already. */
const further =
  (work: Work, { accountId, conversationId, size }: Further) =>
  (conversations: readonly Conversation[]): TE.TaskEither<Rejection, RegenerationTarget> =>
    pipe(
      loaded(work, templateConversation, conversationKey(accountId, conversationId)),
      TE.flatMapEither(({ state }): E.Either<Rejection, RegenerationTarget> => {
        const like = state.conversation ?? conversations[0]
        if (like === undefined) return E.left(noConversation)
        if (state.conversation === undefined && conversations.length >= mostConversations)
          return E.left(
            rejection('too-many-conversations', `A request has at most ${mostConversations} conversations.`),
          )
        return E.right({ kind: 'new', conversationId, size, like })
      }),
    )

/**
 * What an edit is about (TEMPLATE-28): the conversation that is named; without one, HTML of the caller starts another one in its size;
 * otherwise the conversation of the workflow in that size, or the only one of the request.
 */
export const regenerationTarget = (
  work: Work,
  { accountId, requestId, editPrompt, conversationId, templateHtml, adUnitSize }: AskedEdit,
  ports: Pick<Ports, 'readModels'>,
): TE.TaskEither<Rejection, RegenerationTarget> => {
  const size = adUnitSize === undefined ? undefined : sizeOfAdUnit(adUnitSize)
  const all = TE.fromTask<readonly Conversation[], Rejection>(() => conversationsOf(ports, accountId, requestId))
  const existing = (id: string): TE.TaskEither<Rejection, RegenerationTarget> =>
    pipe(
      conversationFromLog(work, { accountId, conversationId: id, requestId }),
      TE.tapEither(conversation => mustHaveSize(conversation, size)),
      TE.map(() => ({ kind: 'existing', conversationId: id })),
    )
  if (conversationId !== undefined) return existing(conversationId)
  if (templateHtml !== undefined) {
    if (size === undefined) return TE.left(noSize)
    const own = furtherConversationId(requestId, size, { prompt: editPrompt, html: templateHtml })
    return pipe(all, TE.flatMap(further(work, { accountId, conversationId: own, size })))
  }
  return size === undefined ? pipe(all, TE.flatMapEither(onlyOne)) : existing(conversationIdOf(requestId, size))
}

const noSize = invalid('/adUnitSize', 'required', 'is required with templateHtml, if there is no conversationId')
