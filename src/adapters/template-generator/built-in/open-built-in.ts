import type { TemplateGenerator } from '../../../ports/template-generator.ts'
import { composeBuiltIn } from './compose.ts'
import { editBuiltIn } from './edit.ts'
import type { BuiltInMeans } from './means.ts'

/** The generator that needs no model: the same brief and prompt give the same template (ADR 0063). */
export const openBuiltIn = (means: BuiltInMeans): TemplateGenerator => ({
  name: 'built-in',
  compose: composeBuiltIn(means),
  edit: editBuiltIn(means),
})
