import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { RegenerateJobId } from '../../src/domain/templates/conversation-fields.ts'
import { conversationOfJob } from '../../src/domain/templates/conversation-id.ts'
import { type ConversationEntry, ShownRegenerationStatus } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { readConversation } from '../../src/templates/template-conversations.ts'

const Result = fields({
  regenerateJobId: t.string,
  status: ShownRegenerationStatus,
  html: t.union([t.string, t.null]),
  version: t.union([t.string, t.null]),
  warnings: t.array(t.string),
  error: t.union([t.string, t.null]),
})

/** GET …/regenerate/result/{regenerateJobId} (TEMPLATE-12, TEMPLATE-29): html and version are null until it is COMPLETED. */
export const getRegenerationResult = query({
  summary: 'Get the result of an edit',
  noStore: true,
  params: t.type({ accountId: AccountId, regenerateJobId: RegenerateJobId }),
  reply: Result,
  run: ({ params: { accountId, regenerateJobId } }, ports) =>
    pipe(
      readConversation(ports, { accountId, conversationId: conversationOfJob(regenerateJobId) }),
      TE.mapLeft(() => noJob),
      TE.flatMap(({ entries }) => TE.fromNullable(noJob)(entries.find(({ jobId }) => jobId === regenerateJobId))),
      TE.flatMapTask(entry => async () => resultOf(regenerateJobId, entry, await htmlOf(entry, ports))),
      TE.flatMapEither(result => reply(result)),
    )(),
})

const noJob = rejection('not-found', 'The account has no such regeneration.')

const htmlOf = async ({ htmlSha256 }: ConversationEntry, { blobs }: Ports): Promise<string | null> =>
  htmlSha256 === undefined ? null : (await blobs.read(htmlSha256)).toString()

const resultOf = (
  regenerateJobId: string,
  { status, version, warnings, reason }: ConversationEntry,
  html: string | null,
): t.TypeOf<typeof Result> => ({
  regenerateJobId,
  status,
  html,
  version: html === null ? null : version,
  warnings,
  error: reason ?? null,
})
