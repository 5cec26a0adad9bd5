import type { TemplateGenerator } from '../../../ports/template-generator.ts'
import { type BuiltInMeans, composeBuiltIn } from './compose.ts'
import { editBuiltIn } from './edit.ts'

/** The generator that needs no model: the same brief and prompt give the same template (ADR 0063). */
export const openBuiltIn = (means: BuiltInMeans): TemplateGenerator => ({
  name: 'built-in',
  compose: composeBuiltIn(means),
  edit: editBuiltIn(means),
})
