import * as t from 'io-ts'
import { about, extension, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { listOf } from '../../codec/json.ts'

/** What was saved, but would be rejected or left empty when it is activated (CREATIVE-20). */
export const SaveWarning = named(
  'SaveWarning',
  fields({
    pointer: about(t.string, 'The place in the body of the request.'),
    code: about(t.string, 'What is wrong, in a word that does not change.'),
    detail: about(t.string, 'The same for people.'),
  }),
)
export type SaveWarning = t.TypeOf<typeof SaveWarning>

/** Warnings of one answer, at most. */
export const mostWarnings = 50

/** The member `warnings` of the answer to a save. */
export const saveWarnings = extension(
  about(listOf(SaveWarning, mostWarnings), 'What was saved but would be rejected or left empty at activation.'),
)
