import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import {
  type ConversationEntry,
  latestVersionOf,
  ShownRegenerationStatus,
} from '../../src/domain/templates/conversation-state.ts'
import { Provenance } from '../../src/domain/templates/provenance.ts'
import { adUnitSizeOf } from '../../src/domain/templates/size.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readConversation } from '../../src/templates/template-conversations.ts'

const VersionNumber = t.union([t.string, t.null])
const Entry = fields({
  version: t.string,
  prompt: t.union([t.string, t.null]),
  status: ShownRegenerationStatus,
  createdAt: t.string,
  liked: t.boolean,
  disliked: t.boolean,
  warnings: t.array(t.string),
  regenerateJobId: t.union([t.string, t.null]),
  error: t.union([t.string, t.null]),
  provenance: t.union([Provenance, t.null]),
})

/** GET …/regenerate/conversation/{conversationId} (TEMPLATE-11): its versions, also one that is being made or could not be made. */
export const getConversation = query({
  summary: 'Get a conversation with its versions',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId }),
  reply: fields({
    conversationId: t.string,
    requestId: t.string,
    adUnitSize: t.string,
    createdAt: t.string,
    latestVersion: VersionNumber,
    headVersion: VersionNumber,
    entries: t.array(Entry),
  }),
  run: ({ params }, ports) =>
    pipe(
      readConversation(ports, params),
      TE.flatMapEither(conversation =>
        reply({
          conversationId: conversation.conversationId,
          requestId: conversation.requestId,
          adUnitSize: adUnitSizeOf(conversation),
          createdAt: conversation.createdAt,
          latestVersion: latestVersionOf(conversation) ?? null,
          headVersion: conversation.head ?? null,
          entries: conversation.entries.map(entryOf),
        }),
      ),
    )(),
})

const entryOf = (entry: ConversationEntry): t.TypeOf<typeof Entry> => {
  const { version, prompt, status, createdAt, liked, disliked, warnings, jobId, reason, provenance } = entry
  const own = { version, prompt: prompt ?? null, status, createdAt, liked, disliked, warnings }
  return { ...own, regenerateJobId: jobId ?? null, error: reason ?? null, provenance: provenance ?? null }
}
