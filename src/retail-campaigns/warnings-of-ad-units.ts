import { adUnitWarnings, type SentHtml } from '../domain/creatives/ad-unit-warnings.ts'
import { mostWarnings, type SaveWarning } from '../domain/creatives/save-warning.ts'
import { sha256 } from '../domain/shared/digest.ts'
import { contentTypesOf, libraryFiles } from '../library/library-files.ts'
import type { Ports } from '../ports/ports.ts'
import { type SentAdUnit, wholePathsIn } from './stored-ad-units.ts'

type WarningPorts = Pick<Ports, 'composer' | 'config' | 'readModels'>

/** Whether an address is a whole value in the HTML, and not what is left of one that columns complete. */
const isWritten = (html: string, address: string): boolean =>
  html.split(address).some((before, i, parts) => /["'=\s]$/.test(before) && /^["'\s>]/.test(parts[i + 1] ?? ''))

/** What a template names; the failure of one that cannot be shown at all is a warning by itself. */
const readHtml = async (
  accountId: string,
  { html }: SentAdUnit,
  pointer: string,
  { composer }: Pick<Ports, 'composer'>,
): Promise<SentHtml | SaveWarning> => {
  const template = { accountId, htmlSha256: sha256(html), html: async () => html }
  const facts = await composer.inspect(template)
  const made = await composer.compose({ ...template, columns: {}, transformations: [] })
  if ('code' in facts) return { pointer, ...facts }
  if ('code' in made) return { pointer, ...made }
  if (made.fault !== undefined)
    return { pointer, code: 'html-broken', detail: `${made.fault}: browsers show only a part of it` }
  // addresses are read as browsers do, and few have another entity
  const plain = html.replaceAll('&amp;', '&')
  const { loads, leadsPage, styled } = facts
  const pictures = [...new Set([...made.pictures.filter(address => isWritten(plain, address)), ...styled])]
  return { pointer, loads, leadsPage, pictures, libraryPaths: wholePathsIn(accountId, html) }
}

/** What activation would reject of the ad units of a template campaign, whatever its creatives are (PROVISION-8). */
export const warningsOfAdUnits = async (
  accountId: string,
  sent: readonly SentAdUnit[],
  ports: WarningPorts,
): Promise<readonly SaveWarning[]> => {
  const read: (SentHtml | SaveWarning)[] = []
  for (const [i, unit] of sent.entries()) read.push(await readHtml(accountId, unit, `/adUnits/${i}/html`, ports))
  const paths = new Set(read.flatMap(one => ('code' in one ? [] : one.libraryPaths)))
  const contentTypes = contentTypesOf(await libraryFiles(ports.readModels, accountId, paths))
  const library = { accountId, publicUrl: ports.config.publicUrl, contentTypes }
  return read.flatMap(one => ('code' in one ? [one] : adUnitWarnings(one, library))).slice(0, mostWarnings)
}
