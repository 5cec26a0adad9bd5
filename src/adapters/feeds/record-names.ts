/** Names that lists of records or the records themselves have in files of many shops. */
const strong =
  /^(?:items?|entry|entries|offers?|products?|rows?|records?|shopitems?|articles?|artikel|produkte?|produits?|productos?)$/
/** Names of lists that may hold records or anything else. */
const weak =
  /^(?:data|results?|value|values|nodes?|edges?|hits|docs|documents|elements?|list|listings?|goods|catalog|catalogue|inventory|ads?|vehicles?|properties|hotels?|jobs?|o)$/
/** Names of what belongs to a record or to its file. */
const parts =
  /^(?:links?|images?|pictures?|photos?|media|errors?|warnings?|messages?|facets?|filters?|aggregations?|buckets?|categor(?:y|ies)|currency|currencies|shippings?|delivery|deliveries|delivery[-_]?options?|variants?|options?|attributes?|params?|parameters?|tags?|labels?|taxes|tax|authors?|breadcrumbs?|pagination|pages?|meta|metadata|reviews?|stores?|regions?|brands?|vendors?|translations?|prices?|gifts?|promos?|bild|bilder|versand|kategorien?|varianten?|merkmale?|attribute?|preise?|catégories?|imagenes|immagini)$/

/** What the name of an element or list says of it: 2 and 1: it has records, surely or perhaps; -1: it is a part of one; 0: nothing. */
export const weightOfName = (name: string): -1 | 0 | 1 | 2 => {
  const local = name.slice(name.indexOf(':') + 1).toLowerCase()
  if (strong.test(local)) return 2
  if (parts.test(local)) return -1
  return weak.test(local) ? 1 : 0
}

/** Members that products have. */
const ofProduct =
  /^(?:id|sku|title|name|price|sale_?price|gtin|ean|mpn|brand|availability|description|url|link|image|image_?link|imageurl)$/i

/** How many of the columns are members that products have. */
export const productColumns = (columns: Iterable<string>): number =>
  [...columns].filter(column => ofProduct.test(column.slice(column.indexOf('_') === 1 ? 2 : 0))).length
