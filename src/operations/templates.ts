import { dislikeVersion } from '../../commands/templates/dislike-version.ts'
import { likeVersion } from '../../commands/templates/like-version.ts'
import { makeTemplateCampaign } from '../../commands/templates/make-template-campaign.ts'
import { regenerate } from '../../commands/templates/regenerate.ts'
import { retryRegeneration } from '../../commands/templates/retry-regeneration.ts'
import { revertVersion } from '../../commands/templates/revert-version.ts'
import { getConversation } from '../../queries/templates/get-conversation.ts'
import { getLatestHtml } from '../../queries/templates/get-latest-html.ts'
import { getRegenerationResult } from '../../queries/templates/get-regeneration-result.ts'
import { getVersionHtml } from '../../queries/templates/get-version-html.ts'
import { listConversations } from '../../queries/templates/list-conversations.ts'
import { listMinorVersions } from '../../queries/templates/list-minor-versions.ts'
import { area, get, post } from './row.ts'

const generation = '/v2/accounts/:accountId/tmplGenAI'
const conversation = `${generation}/regenerate/conversation/:conversationId`

/** Making ad templates from a brand, editing them by prompts, and using them in campaigns. */
export const templates = area('Template generation', [
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
