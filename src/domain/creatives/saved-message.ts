import type { ProductAsset } from './creative.ts'
import { unknownTransformationTypes } from './transformations.ts'

/** What a save of a creative answers: how many changed, and what is stored but not rendered (CREATIVE-6). */
export const savedMessage = (creativeName: string, saved: number, sent: readonly ProductAsset[] = []): string => {
  const others = saved > 1 ? `; ${saved} creatives changed` : ''
  const what = `Creative ${creativeName} was ${saved === 0 ? 'already up to date' : `saved${others}`}.`
  const unknown = unknownTransformationTypes(sent)
  return unknown.length === 0 ? what : `${what} Stored but not rendered: transformations of type ${unknown.join(', ')}.`
}
