import type { ProductAsset } from './creative.ts'
import { unknownTransformationTypes, unreadMembers } from './transformations.ts'

/** What a save of a creative answers: how many changed, and what is stored but not rendered (CREATIVE-6). */
export const savedMessage = (creativeName: string, saved: number, sent: readonly ProductAsset[] = []): string => {
  const others = saved > 1 ? `; ${saved} creatives changed` : ''
  const what = `Creative ${creativeName} was ${saved === 0 ? 'already up to date' : `saved${others}`}.`
  const unknown = unknownTransformationTypes(sent)
  const types = unknown.length === 0 ? '' : ` Stored but not rendered: transformations of type ${unknown.join(', ')}.`
  const unread = unreadMembers(sent)
  const members = unread.length === 0 ? '' : ` Not rendered, as missing or of another form: ${unread.join(', ')}.`
  return what + types + members
}
