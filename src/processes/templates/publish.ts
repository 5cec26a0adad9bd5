import { templateConversation } from '../../domain/templates/conversation.ts'
import { conversationIdOf, conversationKey } from '../../domain/templates/conversation-id.ts'
import { madeIn } from '../../domain/templates/workflow/state.ts'
import { settled } from '../../engine/react/settled.ts'
import { ownOf, record, type StageStep } from './stage.ts'

/** Starts a conversation with each template, so that it can be edited, then completes the workflow. A repeat changes nothing. */
export const publish = async (step: StageStep): Promise<void> => {
  const { workflow, work, signal } = step
  const { accountId, requestId, retailer, inventoryType, briefSha256 } = workflow
  if (briefSha256 === undefined) throw new Error('the brand was not read')
  const { attempt, at } = ownOf(step)
  const templates: { width: number; height: number; conversationId: string }[] = []
  for (const { width, height, htmlSha256, generator, warnings, provenance } of madeIn(workflow)) {
    signal.throwIfAborted()
    await step.holds()
    const conversationId = conversationIdOf(requestId, { width, height })
    const own = {
      accountId,
      requestId,
      conversationId,
      width,
      height,
      retailerName: retailer.name,
      inventoryType,
      briefSha256,
    }
    const made = { htmlSha256, warnings, generator, provenance }
    const command = { kind: 'StartConversation', ...own, ...made, at } as const
    settled(await work.execute(templateConversation, conversationKey(accountId, conversationId), command))
    templates.push({ width, height, conversationId })
  }
  await record(step, { kind: 'Complete', attempt, templates, at })
}
