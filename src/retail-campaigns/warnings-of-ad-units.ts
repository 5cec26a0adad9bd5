import { adUnitWarnings, type SentHtml } from '../domain/creatives/ad-unit-warnings.ts'
import { libraryPathOf } from '../domain/creatives/picture-fault.ts'
import { mostWarnings, type SaveWarning } from '../domain/creatives/save-warning.ts'
import { seemsToMove } from '../domain/creatives/seems-to-move.ts'
import { sha256 } from '../domain/shared/digest.ts'
import { contentTypesOf, libraryFiles } from '../library/library-files.ts'
import { undecodable } from '../library/undecodable.ts'
import type { Ports } from '../ports/ports.ts'
import { type SentAdUnit, wholePathsIn } from './stored-ad-units.ts'

type WarningPorts = Pick<Ports, 'blobs' | 'composer' | 'config' | 'pictureChecks' | 'readModels'>

/** What a template names; the failure of one that cannot be shown at all is a warning by itself. */
const readHtml = async (
  accountId: string,
  { html, adUnitName, durationMs }: SentAdUnit,
  place: string,
  { composer }: Pick<Ports, 'composer'>,
): Promise<SentHtml | SaveWarning> => {
  const pointer = `${place}/html`
  const template = { accountId, htmlSha256: sha256(html), html: async () => html }
  const facts = await composer.inspect(template)
  const made = await composer.compose({ ...template, columns: {}, transformations: [] })
  if ('code' in facts) return { pointer, ...facts }
  if ('code' in made) return { pointer, ...made }
  if (made.fault !== undefined)
    return { pointer, code: 'html-broken', detail: `${made.fault}: browsers show only a part of it` }
  const { loads, leadsPage, pictures, files, macros } = facts
  const unmeasured =
    durationMs === undefined && seemsToMove(html) ? { unmeasured: { pointer: `${place}/durationMs`, adUnitName } } : {}
  const libraryPaths = wholePathsIn(accountId, html)
  return { pointer, loads, leadsPage, pictures, files, macros, libraryPaths, ...unmeasured }
}

const pathsOf = ({ libraryPaths, pictures, files }: SentHtml, place: Parameters<typeof libraryPathOf>[1]) => [
  ...libraryPaths,
  ...[...pictures, ...files].flatMap(address => libraryPathOf(address, place) ?? []),
]

/** What activation would reject of the ad units of a template campaign, whatever its creatives are (PROVISION-8). */
export const warningsOfAdUnits = async (
  accountId: string,
  sent: readonly SentAdUnit[],
  ports: WarningPorts,
): Promise<readonly SaveWarning[]> => {
  const read: (SentHtml | SaveWarning)[] = []
  for (const [i, unit] of sent.entries()) read.push(await readHtml(accountId, unit, `/adUnits/${i}`, ports))
  const place = { accountId, publicUrl: ports.config.publicUrl }
  const paths = new Set(read.flatMap(one => ('code' in one ? [] : pathsOf(one, place))))
  const files = await libraryFiles(ports.readModels, accountId, paths)
  const library = {
    ...place,
    contentTypes: contentTypesOf(files),
    undecodable: await undecodable(accountId, files, ports),
  }
  return read.flatMap(one => ('code' in one ? [one] : adUnitWarnings(one, library))).slice(0, mostWarnings)
}
