import { pipe } from 'fp-ts/lib/function.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { noVersion } from '../domain/templates/conversation.ts'
import type { Conversation, MadeVersion } from '../domain/templates/conversation-state.ts'
import type { RawReply } from '../engine/operation.ts'
import { rawReply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import { templateDocumentHeaders } from '../pages/template-document.ts'
import type { Ports } from '../ports/ports.ts'
import { readConversation } from './template-conversations.ts'

type Place = { readonly accountId: string; readonly conversationId: string }

/** The HTML of a version, sandboxed (TEMPLATE-30); `not-found` if `versionOf` finds none that was made. */
export const versionHtml = (
  ports: Pick<Ports, 'readModels' | 'blobs'>,
  place: Place,
  versionOf: (conversation: Conversation) => MadeVersion | undefined,
): TE.TaskEither<Rejection, RawReply> =>
  pipe(
    readConversation(ports, place),
    TE.flatMap(conversation => TE.fromNullable(noVersion)(versionOf(conversation))),
    TE.flatMapTask(made => () => ports.blobs.read(made.htmlSha256)),
    TE.flatMapEither(raw =>
      rawReply({ raw, contentType: 'text/html; charset=utf-8', headers: templateDocumentHeaders }),
    ),
  )
