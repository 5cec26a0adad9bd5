import * as E from 'fp-ts/lib/Either.js'
import {
  type RegenerationToDo,
  templateRegenerationsToDo,
} from '../../../projections/templates/template-regenerations-to-do.ts'
import { untouched } from '../../domain/shared/claim.ts'
import { cut } from '../../domain/shared/cut.ts'
import { templateConversation } from '../../domain/templates/conversation.ts'
import type { ConversationCommand } from '../../domain/templates/conversation-commands.ts'
import {
  type Conversation,
  type ConversationState,
  earlierOf,
  givenBefore,
  type RunningEdit,
  runningEdit,
} from '../../domain/templates/conversation-state.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  provenanceOf,
} from '../../ports/template-generator.ts'
import { faultOfRoom } from '../../storage/fault-of-room.ts'
import { withRoom } from '../../storage/room.ts'
import { readBrief } from '../../templates/stored-brief.ts'
import { fewWarnings } from './stage.ts'

export type RegenerationAction = {
  readonly do: 'edit'
  readonly conversation: Conversation
  readonly edit: RunningEdit
}

const nextActions = ({ conversation }: ConversationState): readonly RegenerationAction[] => {
  const edit = conversation && runningEdit(conversation)
  return conversation === undefined || edit === undefined ? [] : [{ do: 'edit', conversation, edit }]
}

const edited = async (
  { conversation, edit }: RegenerationAction,
  { ports: { blobs, templateGenerator }, signal }: Step<RegenerationToDo>,
): Promise<MadeTemplate | GeneratorFailure> => {
  const { briefSha256, width, height } = conversation
  const { baseSha256, prompt, minor: take } = edit
  const brief = await readBrief(blobs, briefSha256)
  const htmlOf = async (sha256: string) => (await blobs.read(sha256)).toString()
  const { prompts, baseSha256: before } = earlierOf(conversation, { baseSha256 })
  const earlier = { prompts, ...(before === undefined ? {} : { html: await htmlOf(before) }) }
  const html = await htmlOf(baseSha256)
  const given = givenBefore(conversation, edit)
  return templateGenerator.edit({ brief, html, size: { width, height }, prompt, take, earlier, given }, signal)
}

/** Edits the template and records the version, its HTML stored first. A failure that may pass is repeated (ARCH-29). */
const perform = async (action: RegenerationAction, step: Step<RegenerationToDo>): Promise<void> => {
  const { item, claim, work, ports } = step
  const { attempt } = claim
  const record = async (command: ConversationCommand) =>
    void settled(await work.execute(templateConversation, item.id, command))
  await record({ kind: 'StartEdit', attempt, at: timeOf(ports) })
  const result = await edited(action, step)
  if (isGeneratorFailure(result)) {
    const { code, detail, transient } = result
    if (transient || code === 'ended') throw new AttemptFailed(detail)
    return record({ kind: 'GiveUp', attempt, code, reason: cut(detail, longestWarning), at: timeOf(ports) })
  }
  const warnings = fewWarnings(result.warnings)
  const { templateGenerator } = ports
  const at = timeOf(ports)
  const own = { generator: templateGenerator.name, provenance: provenanceOf(templateGenerator, at) }
  const stored = await withRoom(ports, item.accountId, async room => {
    const { sha256: htmlSha256, size: bytes } = await ports.blobs.put(Buffer.from(result.html), room)
    const version = { kind: 'CreateVersion', attempt, htmlSha256, bytes, warnings, ...own, at } as const
    const done = await work.execute(templateConversation, item.id, version)
    room.recorded(settled(done))
    return done
  })
  if (E.isLeft(stored)) {
    const { code, detail } = faultOfRoom(stored.left)
    return record({ kind: 'GiveUp', attempt, code, reason: cut(detail, longestWarning), at })
  }
}

/** Edits templates by prompts, and tries prompts again (TEMPLATE-8, TEMPLATE-10). */
export const templateRegenerations = process({
  name: 'template-regenerations',
  todo: templateRegenerationsToDo,
  concurrency: 2,
  claim: leased(
    templateConversation,
    (item: RegenerationToDo) => item.id,
    ({ conversation }: ConversationState) => conversation?.attempts ?? untouched,
  ),
  nextActions,
  perform,
})
