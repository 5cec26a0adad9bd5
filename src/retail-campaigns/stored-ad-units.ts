import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import { mostLibraryPaths } from '../domain/assets/bounds.ts'
import { assetPathsIn } from '../domain/assets/library-paths.ts'
import type { AdUnitBody } from '../domain/provisioning/ad-unit-body.ts'
import { type AdUnit, type TemplateCampaign, templateCampaign } from '../domain/provisioning/aggregates.ts'
import type { Configure, Configured } from '../domain/provisioning/configured.ts'
import { mustNameFewPaths } from '../domain/provisioning/library-paths.ts'
import { templateCampaignId } from '../domain/provisioning/template-campaign-id.ts'
import { type DomainEvent, type Rejection, rejection } from '../domain/shared/decider.ts'
import { sha256 } from '../domain/shared/digest.ts'
import * as TE from '../engine/task-either.ts'
import type { Executed, Work } from '../engine/write/execute.ts'
import { mustBeAt } from '../engine/write/steps.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { withRoom } from '../storage/room.ts'

/** An ad unit of a template campaign with its HTML. */
export type SentAdUnit = t.TypeOf<typeof AdUnitBody>

/** What a template campaign is saved as. */
export type TemplateCampaignSent = Omit<TemplateCampaign, 'adUnits' | 'htmlBytes'> & {
  readonly adUnits: readonly SentAdUnit[]
}
type Saving = Pick<Configure<TemplateCampaign>, 'keeping'> & { readonly ifMatch?: number | undefined }
type Saved = Executed<Configured<TemplateCampaign>, DomainEvent>

/**
 * Saves a template campaign (PROVISION-6, PROVISION-7): its ad units are checked for library paths and for what composing them costs, then
 * their HTML is stored, if the account has room for what is new of it (HTTP-32). Pointers in a refusal are into `/adUnits`.
 */
export const savedTemplateCampaign = (
  work: Work,
  accountId: string,
  { adUnits: sent, ...own }: TemplateCampaignSent,
  ports: Pick<Ports, 'blobs' | 'composer' | 'clock' | 'config' | 'readModels'>,
  { ifMatch, keeping }: Saving = {},
): TE.TaskEither<Rejection, Saved> =>
  pipe(
    TE.fromEither(mustNameFewPaths(sent.map(({ html }) => pathsIn(accountId, html)))),
    TE.flatMap(() => mustBeComposable(accountId, sent, ports.composer)),
    TE.flatMap(
      () => () =>
        withRoom(ports, accountId, async room => {
          const id = templateCampaignId(accountId, own.templateCampaignIdx)
          const { state, revision } = await work.load(templateCampaign, id)
          const isNow = mustBeAt(revision, ifMatch)
          if (E.isLeft(isNow)) return isNow
          const units = sent.map(unit => asStored(accountId, unit))
          // for all of them at once, so that none is left behind
          const needed = newBytes(units, state.value)
          if (needed > 0) await room.mayStore({ size: needed })
          for (const { html } of units) await ports.blobs.put(html)
          const value = {
            ...own,
            adUnits: units.map(({ adUnit }) => adUnit),
            htmlBytes: units.map(({ html }) => html.byteLength),
          }
          const done = await work.execute(
            templateCampaign,
            id,
            { value, at: timeOf(ports), ...(keeping ? { keeping } : {}) },
            { ifMatch },
          )
          if (E.isRight(done)) room.recorded(done.right)
          return done
        }),
    ),
  )

/** The library paths in the HTML of an ad unit; of too many only as many as show that. */
const pathsIn = (accountId: string, html: string): readonly string[] =>
  assetPathsIn(accountId, html, mostLibraryPaths + 1)

/** Those of them that name a file whatever the columns are: no tag of Mustache is in them. */
export const wholePathsIn = (accountId: string, html: string): readonly string[] =>
  pathsIn(accountId, html).filter(path => !path.includes('{{'))

type Unit = { readonly adUnit: AdUnit; readonly html: Buffer }

/** The ad unit as stored: the HTML becomes a blob, and the library paths in it are recorded. */
const asStored = (accountId: string, { html: text, ...unit }: SentAdUnit): Unit => {
  const html = Buffer.from(text)
  const assets = wholePathsIn(accountId, text)
  return { adUnit: { ...unit, htmlSha256: sha256(html), ...(assets.length > 0 ? { assets: [...assets] } : {}) }, html }
}

/** Bytes of the HTML that the template campaign does not have yet, the same one once. */
const newBytes = (units: readonly Unit[], before: TemplateCampaign | undefined): number => {
  const known = new Set(before?.adUnits.map(({ htmlSha256 }) => htmlSha256))
  return units.reduce((sum, { adUnit: { htmlSha256 }, html }) => {
    if (known.has(htmlSha256)) return sum
    known.add(htmlSha256)
    return sum + html.byteLength
  }, 0)
}

/**
 * Composes each template without values: one that exceeds a limit as it is can never be shown. Other faults are reported
 * where a creative is shown, because they may depend on it.
 */
const mustBeComposable =
  (accountId: string, sent: readonly SentAdUnit[], composer: Ports['composer']): TE.TaskEither<Rejection, undefined> =>
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
