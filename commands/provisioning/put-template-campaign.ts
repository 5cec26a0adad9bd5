import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { mostLibraryPaths } from '../../src/domain/assets/bounds.ts'
import { assetPathsIn } from '../../src/domain/assets/library-paths.ts'
import { AdUnitBody } from '../../src/domain/provisioning/ad-unit-body.ts'
import { type AdUnit, templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { mustNameFewPaths } from '../../src/domain/provisioning/library-paths.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { sha256 } from '../../src/domain/shared/digest.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'
import { mustBeUnique } from '../../src/lookups/unique.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { Ports } from '../../src/ports/ports.ts'

const Body = fields(
  { templateCampaignName: Name, adUnits: listOf(AdUnitBody, 100, 1) },
  { mediaChannelIdxs: listOf(integer(1), 100) },
)

/** The library paths in the HTML of an ad unit; of too many only as many as show that. */
const pathsIn = (accountId: string, html: string): readonly string[] =>
  assetPathsIn(accountId, html, mostLibraryPaths + 1)

/** The ad unit as stored: the HTML becomes a blob, and the library paths in it are recorded. */
const storedUnit = async (
  accountId: string,
  blobs: Blobs,
  { html, ...unit }: t.TypeOf<typeof AdUnitBody>,
): Promise<AdUnit> => {
  const { sha256 } = await blobs.put(Buffer.from(html))
  const assets = pathsIn(accountId, html)
  return { ...unit, htmlSha256: sha256, ...(assets.length > 0 ? { assets: [...assets] } : {}) }
}

/** PUT /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx}: ad units whose HTML is Mustache over asset columns. */
export const putTemplateCampaign = command({
  summary: 'Create or update a template campaign with its ad units',
  extension: true,
  problems: ['document-too-costly'],
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ templateCampaignIdx: integer(1), message: t.string }),
  example: {
    body: {
      templateCampaignName: 'Seasonal offer',
      adUnits: [{ adUnitId: 101, adUnitName: 'Medium Rectangle', dimension: '300x250', html: '<h1>{{headline}}</h1>' }],
    },
  },
  run({ params: { accountId, templateCampaignIdx }, body, ifMatch }, work, { blobs, clock, composer }) {
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
      TE.flatMapEither(() => mustNameFewPaths(sent.map(({ html }) => pathsIn(accountId, html)))),
      TE.flatMap(() => mustBeComposable(accountId, sent, composer)),
      TE.flatMapTask(() => () => storedUnits(accountId, blobs, sent)),
      TE.flatMap(adUnits => {
        const value = { templateCampaignIdx, ...own, mediaChannelIdxs, adUnits }
        const put = { value, at: clock.now().toISOString() }
        return executed(work, templateCampaign, templateCampaignId(accountId, templateCampaignIdx), put, { ifMatch })
      }),
      TE.flatMapEither(done =>
        reply({ templateCampaignIdx, message: hasChanged(done) ? saved : unchanged }, done.revision),
      ),
    )()
  },
})

const saved = 'The template campaign was saved.'
const unchanged = 'No changes: the template campaign is already up to date.'

const mustBeNumbered = (idx: number): E.Either<Rejection, number> =>
  idx > 0 ? E.right(idx) : refuse('not-found', 'Template campaigns are numbered from 1.')

/**
 * Composes each template without values: one that exceeds a limit as it is can never be shown. Other faults are reported
 * where a creative is shown, because they may depend on it.
 */
const mustBeComposable =
  (
    accountId: string,
    sent: readonly t.TypeOf<typeof AdUnitBody>[],
    composer: Ports['composer'],
  ): TE.TaskEither<Rejection, undefined> =>
  async () => {
    for (const [i, { html }] of sent.entries()) {
      const source = { accountId, htmlSha256: sha256(html), html: async () => html, columns: {}, transformations: [] }
      const made = await composer.compose(source)
      if ('code' in made && made.code === tooCostly) return E.left(costly(made.detail, `/adUnits/${i}/html`))
    }
    return E.right(undefined)
  }

const tooCostly = 'document-too-costly'
const costly = (detail: string, pointer: string): Rejection =>
  rejection(tooCostly, `The HTML of an ad unit cannot be accepted: ${detail}.`, {
    errors: [{ pointer, code: tooCostly, detail }],
  })

const storedUnits = async (
  accountId: string,
  blobs: Blobs,
  sent: readonly t.TypeOf<typeof AdUnitBody>[],
): Promise<AdUnit[]> => {
  const adUnits: AdUnit[] = []
  for (const unit of sent) adUnits.push(await storedUnit(accountId, blobs, unit))
  return adUnits
}
