import { attribute, type Document, type Element, setAttribute } from '../clean/tree.ts'
import type { Refusal } from './change-size.ts'
import { findPart } from './find-parts.ts'
import { closeGap, isFixed, openGap } from './fixed-places.ts'
import { hasRulesFor } from './sheet-value.ts'

const bare = 'bare'
/**
 * Gives the texts the room of a picture that is hidden, or gives it back: by the layout's own rules for products without one, or by moving the parts that have
 * fixed places.
 */
export const recompose = (document: Document, picture: Element, isHidden: boolean): Refusal => {
  if (isFixed(document, picture)) {
    if (isHidden) return closeGap(document, picture)
    openGap(document)
    return undefined
  }
  const ad = findPart(document, 'all')
  if (ad === undefined || !hasRulesFor(document, `ad.${bare}`)) return undefined
  const classes = (attribute(ad, 'class') ?? '').split(' ').filter(name => name !== bare && name !== '')
  setAttribute(ad, 'class', [...classes, ...(isHidden ? [bare] : [])].join(' '))
  return undefined
}
