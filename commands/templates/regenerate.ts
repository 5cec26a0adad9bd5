import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { Dimension } from '../../src/domain/provisioning/aggregates.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { type ConversationCommand, templateConversation } from '../../src/domain/templates/conversation.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { conversationKey, regenerateJobIdOf } from '../../src/domain/templates/conversation-id.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { type RequestedJob, requestedJob } from '../../src/domain/templates/requested-job.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, onlyOnce } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { type RegenerationTarget, regenerationTarget } from '../../src/templates/regeneration-target.ts'

/** Bytes of templateHtml. */
const mostHtml = 1_048_576
const firstVersion = '1.0'
/** Bytes of the body: a quotation mark in HTML takes two in JSON. */
const mostBody = 2 * mostHtml + 65_536

/** POST …/regenerate (TEMPLATE-8, TEMPLATE-27, TEMPLATE-28): edits a template by a prompt; the result is the next major version. */
export const regenerate = command({
  summary: 'Edit a template by a prompt',
  start: true,
  maxBytes: mostBody,
  problems: ['regeneration-running', 'no-version-yet', 'too-many-versions', 'too-many-conversations'],
  params: t.type({ accountId: AccountId }),
  body: fields(
    { requestId: RequestId, editPrompt: text({ min: 1, max: 4_000, multiline: true }) },
    {
      conversationId: ConversationId,
      templateHtml: text({ min: 1, max: mostBody, multiline: true }),
      adUnitSize: Dimension,
    },
  ),
  reply: fields({ status: t.literal('INITIATED'), regenerateJobId: t.string }),
  example: {
    body: { requestId: 'spring', editPrompt: 'Make the headline bigger.', conversationId: 'spring-300x250' },
    reply: { status: 'INITIATED', regenerateJobId: 'spring-300x250.2.0' },
  },
  run: ({ params: { accountId }, body }, work, ports) =>
    pipe(
      TE.fromEither(mustBeSmall(body.templateHtml)),
      TE.flatMap(() => regenerationTarget(work, { accountId, ...body }, ports)),
      TE.flatMap(target => edited(accountId, target, body, work, ports)),
      TE.flatMapEither(job => reply(job)),
    )(),
})

const mustBeSmall = (html = ''): E.Either<Rejection, void> =>
  Buffer.byteLength(html) <= mostHtml
    ? E.right(undefined)
    : E.left(rejection('too-large', `templateHtml has more than ${mostHtml} bytes.`))

type Prompt = { readonly editPrompt: string; readonly templateHtml?: string }

/** The answer of an edit; that of a new conversation makes its first version, whatever has become of it since. */
const edited = (
  accountId: string,
  target: RegenerationTarget,
  body: Prompt,
  work: Work,
  ports: Ports,
): TE.TaskEither<Rejection, RequestedJob> => {
  if (target.kind === 'done') return TE.fromEither(requestedJob(target.done))
  const key = conversationKey(accountId, target.conversationId)
  const done = pipe(
    promptFor(target, body, ports),
    TE.flatMap(prompt => executed(work, templateConversation, key, prompt)),
    onlyOnce(work, templateConversation, key),
  )
  if (target.kind === 'existing') return pipe(done, TE.flatMapEither(requestedJob))
  return pipe(
    done,
    TE.map(() => ({ status: 'INITIATED', regenerateJobId: regenerateJobIdOf(target.conversationId, firstVersion) })),
  )
}

/** The command of a prompt; HTML of the caller is stored first. It is cleaned where it is edited. */
const promptFor =
  (target: Exclude<RegenerationTarget, { kind: 'done' }>, { editPrompt: prompt, templateHtml }: Prompt, ports: Ports) =>
  async (): Promise<E.Either<Rejection, ConversationCommand>> => {
    const at = timeOf(ports)
    const sent = templateHtml === undefined ? undefined : (await ports.blobs.put(Buffer.from(templateHtml))).sha256
    if (target.kind === 'existing' || sent === undefined)
      return E.right({ kind: 'Prompt', prompt, at, ...(sent === undefined ? {} : { baseSha256: sent }) })
    const { accountId, requestId, retailerName, inventoryType, briefSha256 } = target.like
    const own = {
      accountId,
      requestId,
      conversationId: target.conversationId,
      retailerName,
      inventoryType,
      briefSha256,
    }
    return E.right({ kind: 'StartByPrompt', ...own, ...target.size, prompt, baseSha256: sent, at })
  }
