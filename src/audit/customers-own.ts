const always: ReadonlySet<string> = new Set(['dspColumns', 'assetData', 'xpathMap', 'cdpXpathMap'])
const ofTransformation: ReadonlySet<string> = new Set(['data', 'transformation'])

/**
 * Whether a member of an event, a state or a document holds what a customer put together, under names that may look like ours: columns for
 * the DSP, columns of a creative or a feed, transformations (CREATIVE-6) and settings of a channel, but not the ids of their secrets. Nothing
 * in it is sealed, or names a file.
 */
export const isCustomersOwn = (name: string, holder: Readonly<Record<string, unknown>>): boolean =>
  always.has(name) ||
  (ofTransformation.has(name) && 'transformationIdx' in holder) ||
  (name === 'values' && 'secrets' in holder)
