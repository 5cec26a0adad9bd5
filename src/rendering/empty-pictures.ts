import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import type { Ports } from '../ports/ports.ts'
import type { Pair } from './drawings.ts'

/** The columns that an ad unit shows as pictures in any case; none if its HTML cannot be read. */
const picturesOf = async (
  accountId: string,
  { htmlSha256 }: AdUnit,
  { blobs, composer }: Pick<Ports, 'blobs' | 'composer'>,
): Promise<readonly string[]> => {
  const html = async () => (await blobs.read(htmlSha256)).toString()
  const facts = await composer.inspect({ accountId, htmlSha256, html })
  return 'code' in facts ? [] : facts.columns.filter(column => facts.images.includes(column))
}

/** Pictures that are shown without an address, because the creative has the column, but nothing in it (ACTIVATION-8). */
export const emptyPictures = async (
  accountId: string,
  shown: readonly Pair[],
  ports: Pick<Ports, 'blobs' | 'composer'>,
): Promise<ReadonlySet<string>> => {
  const pictures = new Map<AdUnit, readonly string[]>()
  const found = new Set<string>()
  for (const { creative, adUnit } of shown) {
    const columns = pictures.get(adUnit) ?? (await picturesOf(accountId, adUnit, ports))
    pictures.set(adUnit, columns)
    for (const column of columns) {
      const value = creative.columns.find(({ columnName }) => columnName === column)?.columnValue
      if (value?.trim() === '') found.add(`${column} of ${creative.creativeName}`)
    }
  }
  return found
}
