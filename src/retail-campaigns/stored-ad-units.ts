import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import { mostLibraryPaths } from '../domain/assets/bounds.ts'
import { assetPathsIn } from '../domain/assets/library-paths.ts'
import type { AdUnitBody } from '../domain/provisioning/ad-unit-body.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { mustNameFewPaths } from '../domain/provisioning/library-paths.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { sha256 } from '../domain/shared/digest.ts'
import * as TE from '../engine/task-either.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Ports } from '../ports/ports.ts'

/** An ad unit of a template campaign with its HTML. */
export type SentAdUnit = t.TypeOf<typeof AdUnitBody>

/**
 * The ad units of a template campaign as they are stored (PROVISION-6, PROVISION-7): checked for library paths and for what composing them
 * costs, their HTML as blobs. Pointers in a refusal are into `/adUnits`.
 */
export const storedAdUnits = (
  accountId: string,
  sent: readonly SentAdUnit[],
  { blobs, composer }: Pick<Ports, 'blobs' | 'composer'>,
): TE.TaskEither<Rejection, readonly AdUnit[]> =>
  pipe(
    TE.fromEither(mustNameFewPaths(sent.map(({ html }) => pathsIn(accountId, html)))),
    TE.flatMap(() => mustBeComposable(accountId, sent, composer)),
    TE.flatMapTask(() => () => allStored(accountId, blobs, sent)),
  )

/** The library paths in the HTML of an ad unit; of too many only as many as show that. */
const pathsIn = (accountId: string, html: string): readonly string[] =>
  assetPathsIn(accountId, html, mostLibraryPaths + 1)

/** Those of them that name a file whatever the columns are: no tag of Mustache is in them. */
export const wholePathsIn = (accountId: string, html: string): readonly string[] =>
  pathsIn(accountId, html).filter(path => !path.includes('{{'))

/** The ad unit as stored: the HTML becomes a blob, and the library paths in it are recorded. */
const storedUnit = async (accountId: string, blobs: Blobs, { html, ...unit }: SentAdUnit): Promise<AdUnit> => {
  const { sha256 } = await blobs.put(Buffer.from(html))
  const assets = wholePathsIn(accountId, html)
  return { ...unit, htmlSha256: sha256, ...(assets.length > 0 ? { assets: [...assets] } : {}) }
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

const allStored = async (accountId: string, blobs: Blobs, sent: readonly SentAdUnit[]): Promise<AdUnit[]> => {
  const adUnits: AdUnit[] = []
  for (const unit of sent) adUnits.push(await storedUnit(accountId, blobs, unit))
  return adUnits
}
