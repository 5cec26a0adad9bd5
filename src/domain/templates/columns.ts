/**
 * Columns of products that templates have placeholders for (TEMPLATE-18). A template outputs `required` ones plainly, so that a product
 * that lacks one is reported; the others are in sections, and their element is left out where a product has no value.
 */
export const templateColumns = {
  required: ['productName', 'price'],
  optional: ['productImage', 'badge', 'wasPrice'],
} as const

/** The placeholder of the click address, filled in when the ad is served (TAGS). */
export const clickColumn = 'clickUrl'

/** What every composed template names: what a product shows, and where a click leads. */
export const expectedColumns: readonly string[] = [...templateColumns.required, 'productImage', clickColumn]
