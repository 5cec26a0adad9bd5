import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf, wordsOf } from '../../codec/text.ts'
import { Attempts } from '../shared/claim.ts'
import { mostWarnings, ofConversation } from './conversation-events.ts'
import { Provenance } from './provenance.ts'

/** Versions of a conversation, those that could not be made included; the read model keeps them in one document. */
export const mostVersions = 100

/** States of a regeneration, as those of a workflow (TEMPLATE-5); none is terminated, because nothing ends one. */
export const regenerationStatuses = ['INITIATED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const

/** What each status means to readers. */
export const ShownRegenerationStatus = wordsOf(regenerationStatuses, {
  INITIATED: 'the edit starts soon',
  IN_PROGRESS: 'the version is being made',
  COMPLETED: 'the version is there',
  FAILED: 'it could not be made; `error` says why',
})

/** A version: made, being made, or one that could not be made. `htmlSha256` only of one that was made, `baseSha256` and `prompt` only of an edit. */
export const ConversationEntry = fields(
  {
    version: t.string,
    major: integer(1),
    minor: integer(0),
    status: oneOf(...regenerationStatuses),
    createdAt: t.string,
    liked: t.boolean,
    disliked: t.boolean,
    warnings: listOf(t.string, mostWarnings),
  },
  {
    jobId: t.string,
    prompt: t.string,
    baseSha256: t.string,
    from: t.string,
    htmlSha256: t.string,
    reason: t.string,
    provenance: Provenance,
  },
)
export type ConversationEntry = t.TypeOf<typeof ConversationEntry>

/** A conversation; entries in the order in which they were requested. `head`: the version that is edited next, absent until one was made. */
export const Conversation = fields(
  {
    ...ofConversation,
    createdAt: t.string,
    entries: t.array(ConversationEntry),
    attempts: Attempts,
  },
  { head: t.string },
)
export type Conversation = t.TypeOf<typeof Conversation>

/** The state of the aggregate: nothing, until the conversation starts. */
export type ConversationState = { readonly conversation?: Conversation }

/** A version that was made. */
export type MadeVersion = ConversationEntry & { readonly htmlSha256: string }
const isMade = (entry: ConversationEntry): entry is MadeVersion => entry.htmlSha256 !== undefined

/** The versions that were made, in that order. */
export const madeVersions = ({ entries }: Conversation): readonly MadeVersion[] => entries.filter(isMade)

/** The files that a conversation names: its brief, and the HTML of its versions and edits. */
export const filesOfConversation = ({ briefSha256, entries }: Conversation): readonly string[] => [
  briefSha256,
  ...entries.flatMap(({ htmlSha256, baseSha256 }) => [htmlSha256, baseSha256].filter(file => file !== undefined)),
]

/** The highest version that was made; undefined if none was. */
export const latestVersionOf = (conversation: Conversation): string | undefined =>
  madeVersions(conversation).reduce<MadeVersion | undefined>(
    (latest, made) =>
      latest === undefined || made.major > latest.major || (made.major === latest.major && made.minor > latest.minor)
        ? made
        : latest,
    undefined,
  )?.version

/** A version that was made; undefined if there is none with this number. */
export const madeVersion = (conversation: Conversation, version: string | undefined): MadeVersion | undefined =>
  madeVersions(conversation).find(made => made.version === version)

/** The version that is edited next; undefined until one was made. */
export const headOf = (conversation: Conversation): MadeVersion | undefined =>
  madeVersion(conversation, conversation.head)

/** An edit that waits or is under way. */
export type RunningEdit = ConversationEntry & {
  readonly jobId: string
  readonly prompt: string
  readonly baseSha256: string
}
const isRunning = (entry: ConversationEntry): entry is RunningEdit =>
  entry.status === 'INITIATED' || entry.status === 'IN_PROGRESS'

/** The edit that waits or is under way; a conversation has at most one. */
export const runningEdit = ({ entries }: Conversation): RunningEdit | undefined => entries.find(isRunning)

/** The last edit, if it failed: an earlier one is over, because its caller went on without it. */
export const failedEdit = ({ entries }: Conversation): RunningEdit | undefined => {
  const last = entries.at(-1)
  if (last?.status !== 'FAILED') return undefined
  const { jobId, prompt, baseSha256 } = last
  if (jobId === undefined || prompt === undefined || baseSha256 === undefined) return undefined
  return { ...last, jobId, prompt, baseSha256 }
}

/** The most prompts that are told to the generator. */
const mostEarlier = 20

/**
 * What led to the HTML that an edit starts from: the HTML before the last edit, to which an undo goes back, and the prompts, the oldest first. A version
 * with the same HTML as an earlier one, such as that of an undo, counts as that one, so that the next undo goes further back.
 */
export const earlierOf = (
  { entries }: Conversation,
  { baseSha256 }: Pick<RunningEdit, 'baseSha256'>,
): { readonly baseSha256?: string; readonly prompts: readonly string[] } => {
  const versionWith = (sha256: string | undefined) => entries.find(({ htmlSha256 }) => htmlSha256 === sha256)
  const last = versionWith(baseSha256)
  const prompts: string[] = []
  const passed = new Set<string>()
  for (let at = last; at?.prompt !== undefined && prompts.length < mostEarlier && !passed.has(at.version); ) {
    passed.add(at.version)
    prompts.unshift(at.prompt)
    at = versionWith(at.baseSha256)
  }
  return { prompts, ...(last?.baseSha256 === undefined ? {} : { baseSha256: last.baseSha256 }) }
}

/** The HTML of the versions that a prompt and its retries have given before an edit, by SHA-256: a further retry gives another one. */
export const givenBefore = ({ entries }: Conversation, { major }: Pick<RunningEdit, 'major'>): readonly string[] =>
  entries.flatMap(entry => (entry.major === major && entry.htmlSha256 !== undefined ? [entry.htmlSha256] : []))
