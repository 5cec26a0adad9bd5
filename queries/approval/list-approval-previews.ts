import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { approvalCreatives } from '../../src/approval/approval-creatives.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText, integerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { PreviewUrl, previewUrlsOf } from '../../src/links/preview-urls.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'

const usualLimit = 12

/** GET …/approvalPreviews (APPROVAL-19): what approvers see, in their order, also before they are asked. */
export const listApprovalPreviews = query({
  summary: 'List the previews that approvers see',
  description: 'The first creatives of the approval page. Appended to the path of a link, `.png` gives the picture.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: fields({}, { limit: integerText(1, 100) }),
  reply: fields({
    creatives: t.array(named('ApprovalPreviews', fields({ creativeName: t.string, previewUrls: t.array(PreviewUrl) }))),
  }),
  run: ({ params: { accountId, retailCampaignIdx }, query: { limit = usualLimit }, origin }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.bindTo('view'),
      TE.bind('shown', ({ view }) => TE.fromTask(() => approvalCreatives(view, ports, limit))),
      TE.flatMapEither(({ view: { record }, shown }) =>
        reply({
          creatives: shown.map(({ creativeName }) => ({
            creativeName,
            previewUrls: previewUrlsOf(record.campaign, creativeName, origin, ports),
          })),
        }),
      ),
    )(),
})
