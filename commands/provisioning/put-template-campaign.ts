import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { saveWarnings } from '../../src/domain/creatives/save-warning.ts'
import { AdUnitBody } from '../../src/domain/provisioning/ad-unit-body.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { hasChanged } from '../../src/engine/write/steps.ts'
import { mustBeUnique } from '../../src/lookups/unique.ts'
import { savedTemplateCampaign } from '../../src/retail-campaigns/stored-ad-units.ts'
import { warningsOfAdUnits } from '../../src/retail-campaigns/warnings-of-ad-units.ts'

const Body = fields(
  {
    templateCampaignName: about(Name, 'The name of the template campaign.'),
    adUnits: about(listOf(AdUnitBody, 100, 1), 'The ad units, at least one.'),
  },
  {
    mediaChannelIdxs: about(
      listOf(integer(1), 100),
      'The media channels that the template is for; absent: all of the organisation.',
    ),
  },
)

/** PUT /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx}: ad units whose HTML is Mustache over asset columns. */
export const putTemplateCampaign = command({
  summary: 'Create or update a template campaign with its ad units',
  takesIfMatch: true,
  extension: true,
  problems: ['document-too-costly', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ templateCampaignIdx: integer(1), message: t.string, warnings: saveWarnings }),
  example: {
    body: {
      templateCampaignName: 'Seasonal offer',
      adUnits: [{ adUnitId: 101, adUnitName: 'Medium Rectangle', dimension: '300x250', html: '<h1>{{headline}}</h1>' }],
    },
  },
  run({ params: { accountId, templateCampaignIdx }, body, ifMatch }, work, ports) {
    const { mediaChannelIdxs = [], adUnits: sent, ...own } = body
    return pipe(
      TE.fromEither(mustBeNumbered(templateCampaignIdx)),
      TE.flatMapEither(() =>
        mustBeUnique(
          sent.map(u => u.adUnitId),
          'An ad unit id is used twice.',
          i => `/adUnits/${i}/adUnitId`,
        ),
      ),
      TE.flatMap(() => {
        const campaign = { templateCampaignIdx, ...own, mediaChannelIdxs, adUnits: sent }
        return savedTemplateCampaign(work, accountId, campaign, ports, { ifMatch })
      }),
      TE.bindTo('done'),
      TE.bind('warnings', () => TE.fromTask(() => warningsOfAdUnits(accountId, sent, ports))),
      TE.flatMapEither(({ done, warnings }) => {
        const message = hasChanged(done) ? saved : unchanged
        return reply({ templateCampaignIdx, message, warnings: [...warnings] }, done.revision)
      }),
    )()
  },
})

const saved = 'The template campaign was saved.'
const unchanged = 'No changes: the template campaign is already up to date.'

const mustBeNumbered = (idx: number): E.Either<Rejection, number> =>
  idx > 0 ? E.right(idx) : refuse('not-found', 'Template campaigns are numbered from 1.')
