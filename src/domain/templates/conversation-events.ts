import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { retried } from '../shared/job.ts'
import { because } from '../shared/wording.ts'
import { madeBy, Provenance } from './provenance.ts'
import { adUnitSizeOf } from './size.ts'

/** At most this many warnings of a version are kept. */
export const mostWarnings = 20

/** What a conversation is about, from its beginning on. */
export const ofConversation = {
  accountId: t.string,
  requestId: t.string,
  conversationId: t.string,
  width: integer(1),
  height: integer(1),
  retailerName: t.string,
  inventoryType: t.string,
  briefSha256: t.string,
}

const attempt = integer(1)
const numbers = { version: t.string, major: integer(1), minor: integer(0) }

/** Versions of a template in one size are made from now on; `briefSha256`: SHA-256 of the JSON of the TemplateBrief. */
export const ConversationOpened = fact(
  'ConversationOpened',
  fields({ ...ofConversation, at: At }),
  size => `Versions of a template of ${adUnitSizeOf(size)} were begun.`,
)
/** A version exists and is the head; `htmlSha256`: SHA-256 of its HTML. Only the first one of a workflow has no job. `bytes`: size of HTML that was stored for it. */
export const TemplateVersionCreated = fact(
  'TemplateVersionCreated',
  fields(
    {
      ...numbers,
      htmlSha256: t.string,
      warnings: listOf(t.string, mostWarnings),
      generator: t.string,
      provenance: Provenance,
      at: At,
    },
    { prompt: t.string, jobId: t.string, bytes: integer(0) },
  ),
  ({ version, provenance }) => `Version ${version} of a template was made${madeBy(provenance)}.`,
)
/**
 * A prompt, or a retry of one, was sent. Its version is taken, whatever becomes of it; a retry has the base and the prompt of its major.
 * `baseSha256`: SHA-256 of the HTML to edit; `from`: the version with that HTML, absent if the caller sent the HTML, which then has
 * so many `bytes`.
 */
export const RegenerationRequested = fact(
  'RegenerationRequested',
  fields(
    { jobId: t.string, kind: oneOf('prompt', 'retry'), prompt: t.string, ...numbers, baseSha256: t.string, at: At },
    { from: t.string, bytes: integer(0) },
  ),
  ({ kind, version }) =>
    kind === 'retry'
      ? `Another try of a prompt was requested, as version ${version}.`
      : `Version ${version} of a template was requested by a prompt.`,
)
/** The template is being edited. */
export const RegenerationStarted = fact('RegenerationStarted', fields({ jobId: t.string, attempt, at: At }), routine)
/** An attempt failed and is repeated at retryAt. */
export const RegenerationAttemptFailed = fact(
  'RegenerationAttemptFailed',
  fields({ jobId: t.string, attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An attempt to edit a template failed${because(reason)}`,
)
/** The template could not be edited; the head stays. */
export const RegenerationFailed = fact(
  'RegenerationFailed',
  fields({ jobId: t.string, code: t.string, reason: t.string, at: At }),
  ({ reason }) => `A template could not be edited${because(reason)}`,
)
/** An operator has the edit tried again at once: it failed, or paused after a failure. */
export const RegenerationRetried = fact(
  'RegenerationRetried',
  fields({ jobId: t.string, ...retried }),
  ({ reason }) => `An operator had the edit of a template tried again${because(reason)}`,
)
/** This version is the head from now on. */
export const VersionReverted = fact(
  'VersionReverted',
  fields({ version: t.string, at: At }),
  ({ version }) => `The template went back to version ${version}.`,
)
/** The version is liked, and no longer disliked; or (false) no longer liked. */
export const VersionLiked = fact(
  'VersionLiked',
  fields({ version: t.string, value: t.boolean, at: At }),
  ({ version, value }) => `Version ${version} is ${value ? 'liked' : 'no longer liked'}.`,
)
/** The version is disliked, and no longer liked; or (false) no longer disliked. */
export const VersionDisliked = fact(
  'VersionDisliked',
  fields({ version: t.string, value: t.boolean, at: At }),
  ({ version, value }) => `Version ${version} is ${value ? 'disliked' : 'no longer disliked'}.`,
)
export const ConversationEvent = t.union([
  ConversationOpened,
  TemplateVersionCreated,
  RegenerationRequested,
  RegenerationStarted,
  RegenerationAttemptFailed,
  RegenerationFailed,
  RegenerationRetried,
  VersionReverted,
  VersionLiked,
  VersionDisliked,
])
export type ConversationEvent = t.TypeOf<typeof ConversationEvent>
