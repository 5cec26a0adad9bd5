import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { type TemplateCampaign, templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { hasChanged } from '../../src/engine/write/steps.ts'
import { mustBeUnique } from '../../src/lookups/unique.ts'
import { savedTemplateCampaign } from '../../src/retail-campaigns/stored-ad-units.ts'
import { adUnitsOfConversations } from '../../src/templates/ad-units-of-conversations.ts'
import { mostConversations } from '../../src/templates/template-conversations.ts'
import { namingWorkflow, workflowProblems } from '../../src/templates/unfinished-workflow.ts'

/** POST …/{requestId}/template-campaign (TEMPLATE-13, TEMPLATE-31): the head of each conversation becomes an ad unit. */
export const makeTemplateCampaign = command({
  summary: 'Create or update a template campaign of generated templates',
  extension: true,
  problems: ['document-too-costly', 'no-version-yet', 'storage-full', 'read-models-behind', ...workflowProblems],
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  body: fields(
    {
      templateCampaignIdx: about(integer(1), 'The id of the template campaign, chosen by you.'),
      templateCampaignName: about(Name, 'The name of the template campaign.'),
    },
    {
      conversationIds: about(
        listOf(ConversationId, mostConversations, 1),
        'The conversations whose head becomes an ad unit; default: all that have a version.',
      ),
    },
  ),
  reply: fields({ templateCampaignIdx: integer(1), message: t.string }),
  example: {
    body: { templateCampaignIdx: 3, templateCampaignName: 'Spring', conversationIds: ['spring-300x250'] },
    reply: { templateCampaignIdx: 3, message: 'The template campaign was saved.' },
  },
  run({ params: { accountId, requestId }, body }, work, ports) {
    const { templateCampaignIdx, templateCampaignName, conversationIds } = body
    const id = templateCampaignId(accountId, templateCampaignIdx)
    return changeOf(
      templateCampaign,
      id,
      pipe(
        TE.fromEither(
          mustBeUnique(conversationIds ?? [], 'A conversation is named twice.', i => `/conversationIds/${i}`),
        ),
        TE.flatMap(() => adUnitsOfConversations(work, { accountId, requestId, conversationIds }, ports)),
        namingWorkflow(work, accountId, requestId),
        TE.flatMap(adUnits => {
          const campaign = { templateCampaignIdx, templateCampaignName, mediaChannelIdxs: [], adUnits }
          return savedTemplateCampaign(work, accountId, campaign, ports, { keeping: channelsOf })
        }),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done =>
            reply({ templateCampaignIdx, message: hasChanged(done) ? saved : unchanged }, done.revision),
          ),
        ),
    )
  },
})

const channelsOf = ({ mediaChannelIdxs }: TemplateCampaign) => ({ mediaChannelIdxs })

const saved = 'The template campaign was saved.'
const unchanged = 'No changes: the template campaign is already up to date.'
