import { type Rejection, rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { type ConsentState, readState } from './state.ts'

const invalid = rejection(
  'link-invalid',
  'This link is not one that Endcap made, or it was cut off. Ask for a new one.',
)

/** The consent that a link of authoriseDsp leads to. */
export const consentOfLink = (text: string, secrets: Pick<Secrets, 'verify'>): TE.TaskEither<Rejection, ConsentState> =>
  TE.fromNullable(invalid)(readState(text, secrets))
