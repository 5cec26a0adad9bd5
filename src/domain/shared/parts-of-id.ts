/** The two parts of an id `<account or organisation>:<own name>`; the first contains no colon, the second may. */
export const partsOfId = (id: string): readonly [owner: string, name: string] => {
  const colon = id.indexOf(':')
  return colon < 0 ? [id, ''] : [id.slice(0, colon), id.slice(colon + 1)]
}
