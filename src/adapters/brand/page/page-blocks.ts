import type { Token } from 'parse5'

/** The attributes of an element. */
export type Attributes = ReadonlyMap<string, string>
export const attributesOf = (tag: Token.TagToken): Attributes =>
  new Map(tag.attrs.map(({ name, value }) => [name, value]))

/** Elements whose text goes on in the text around them. */
export const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi cite code em i img label mark q s small span strong sub sup time u wbr'.split(' '),
)
/** Classes of what looks like a button. */
export const actionClass = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
