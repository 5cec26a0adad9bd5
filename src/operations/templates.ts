import { dislikeVersion } from '../../commands/templates/dislike-version.ts'
import { likeVersion } from '../../commands/templates/like-version.ts'
import { makeTemplateCampaign } from '../../commands/templates/make-template-campaign.ts'
import { regenerate } from '../../commands/templates/regenerate.ts'
import { retryRegeneration } from '../../commands/templates/retry-regeneration.ts'
import { revertVersion } from '../../commands/templates/revert-version.ts'
import { startDesignBrief } from '../../commands/templates/start-design-brief.ts'
import { startSyncFlow } from '../../commands/templates/start-sync-flow.ts'
import { terminateWorkflow } from '../../commands/templates/terminate-workflow.ts'
import { terminateWorkflowByPost } from '../../commands/templates/terminate-workflow-by-post.ts'
import { uploadSyncFlow } from '../../commands/templates/upload-sync-flow.ts'
import { getConversation } from '../../queries/templates/get-conversation.ts'
import { getLatestHtml } from '../../queries/templates/get-latest-html.ts'
import { getRegenerationResult } from '../../queries/templates/get-regeneration-result.ts'
import { getTemplatePreview } from '../../queries/templates/get-template-preview.ts'
import { getUiResponse } from '../../queries/templates/get-ui-response.ts'
import { getVersionHtml } from '../../queries/templates/get-version-html.ts'
import { getWorkflowResult } from '../../queries/templates/get-workflow-result.ts'
import { getWorkflowStatus } from '../../queries/templates/get-workflow-status.ts'
import { listConversations } from '../../queries/templates/list-conversations.ts'
import { listMinorVersions } from '../../queries/templates/list-minor-versions.ts'
import { area, get, post } from './row.ts'

const generation = '/v2/accounts/:accountId/tmplGenAI'
const conversation = `${generation}/regenerate/conversation/:conversationId`

/** Making ad templates from a brand, editing them by prompts, and using them in campaigns. */
export const templates = area('Template generation', [
  post(`${generation}/sync-flow`, 'TemplateGen_All', { startSyncFlow }),
  post(`${generation}/sync-flow-upload`, 'TemplateGen_All', { uploadSyncFlow }),
  post(`${generation}/design-brief`, 'TemplateGen_All', { startDesignBrief }),
  get(`${generation}/ui-response/:requestId`, 'TemplateGen_All', { getUiResponse }),
  get(`${generation}/workflow-status/:requestId`, 'TemplateGen_All', { getWorkflowStatus }),
  get(`${generation}/workflow-result/:requestId`, 'TemplateGen_All', { getWorkflowResult }),
  get(`${generation}/terminate-request/:requestId`, 'TemplateGen_All', { terminateWorkflow }),
  post(`${generation}/terminate-request/:requestId`, 'TemplateGen_All', { terminateWorkflowByPost }),
  get('/template-previews/:accountId/:requestId/:adUnitSize', 'public', { getTemplatePreview }),
  post(`${generation}/regenerate`, 'TemplateGen_All', { regenerate }),
  post(`${generation}/regenerate/retry`, 'TemplateGen_All', { retryRegeneration }),
  post(`${generation}/regenerate/revert`, 'TemplateGen_All', { revertVersion }),
  post(`${generation}/regenerate/like`, 'TemplateGen_All', { likeVersion }),
  post(`${generation}/regenerate/dislike`, 'TemplateGen_All', { dislikeVersion }),
  get(`${generation}/regenerate/conversations/:requestId`, 'TemplateGen_All', { listConversations }),
  get(conversation, 'TemplateGen_All', { getConversation }),
  get(`${conversation}/html/:version`, 'TemplateGen_All', { getVersionHtml }),
  get(`${conversation}/html-latest`, 'TemplateGen_All', { getLatestHtml }),
  get(`${conversation}/versions/:majorVersion`, 'TemplateGen_All', { listMinorVersions }),
  get(`${generation}/regenerate/result/:regenerateJobId`, 'TemplateGen_All', { getRegenerationResult }),
  post(`${generation}/:requestId/template-campaign`, 'Account_Admin', { makeTemplateCampaign }),
])
