import { rejection } from '../domain/shared/decider.ts'

/** The refusal of an upload that lacks its file. */
export const noFile = rejection('invalid-request', 'The part named file is missing.', {
  errors: [{ pointer: '/file', code: 'required', detail: 'must be a file part' }],
})
