import type { AttemptCommand } from '../shared/claim.ts'
import type { JobCommand } from '../shared/job.ts'
import type { ConversationEvent } from './conversation-events.ts'
import type { Edit } from './requested-edit.ts'

type Data<N extends ConversationEvent['type']> = Extract<ConversationEvent, { type: N }>['data']
type Made = Pick<
  Data<'TemplateVersionCreated'>,
  'htmlSha256' | 'bytes' | 'warnings' | 'generator' | 'provenance' | 'at'
>

/** The commands of a conversation. */
export type ConversationCommand =
  | AttemptCommand
  | JobCommand
  /** Starts the conversation with version 1.0, which a workflow has made; a conversation that exists stays as it is. */
  | ({ readonly kind: 'StartConversation' } & Data<'ConversationOpened'> & Made)
  /** Starts the conversation with an edit of HTML that the caller sent (`baseSha256`); its result is version 1.0. */
  | ({
      readonly kind: 'StartByPrompt'
      readonly prompt: string
      readonly baseSha256: string
      readonly bytes?: number
    } & Data<'ConversationOpened'>)
  /** A prompt for the head, or for HTML that the caller sent (`baseSha256`). */
  | ({ readonly kind: 'Prompt' } & Edit)
  /** Another try of the prompt of a major version. */
  | { readonly kind: 'Retry'; readonly major: number; readonly at: string }
  /** Work on the edit begins. */
  | { readonly kind: 'StartEdit'; readonly attempt: number; readonly at: string }
  /** The edit that is held made this. */
  | ({ readonly kind: 'CreateVersion'; readonly attempt: number } & Made)
  /** No further attempt could change the outcome. */
  | {
      readonly kind: 'GiveUp'
      readonly attempt: number
      readonly code: string
      readonly reason: string
      readonly at: string
    }
  | { readonly kind: 'Revert'; readonly version: string; readonly at: string }
  | ({ readonly kind: 'Like' } & Data<'VersionLiked'>)
  | ({ readonly kind: 'Dislike' } & Data<'VersionDisliked'>)
