import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import type { Step } from '../../engine/react/process.ts'
import { type DspFailure, type DspFailureCode, isDspFailure } from '../../ports/dsp.ts'

/** No further request of an export can succeed. The message is for people. */
export class ExportEnds extends Error {
  override readonly name = 'ExportEnds'
}

/** Failures of everything, not of one tag. */
const endings: ReadonlySet<DspFailureCode> = new Set([
  'not-configured',
  'needs-authorisation',
  'consent-incomplete',
  'client-refused',
  'forbidden',
  'address-refused',
  'too-many',
])

const wasAnswered = <A>(answer: A | DspFailure): answer is A => !isDspFailure(answer)

/**
 * The answer of the DSP, or its refusal of one tag. Throws ExportEnds when everything would be refused, and otherwise if another attempt
 * may succeed, or if the DSP may have done what was asked: the next attempt looks first (DSP-14).
 */
export const answeredOrRefused = <A>(
  { signal }: Pick<Step<unknown>, 'signal'>,
  answer: A | DspFailure,
): A | DspFailure => {
  if (wasAnswered(answer)) return answer
  signal.throwIfAborted()
  const { code, detail, transient, unsure = false } = answer
  if (endings.has(code)) throw new ExportEnds(detail)
  if (transient || unsure || code === 'unreadable' || code === 'ended') throw new AttemptFailed(`${code}: ${detail}`)
  return answer
}

/** The answer of the DSP to what is not about one tag: a refusal ends the export. */
export const answered = <A>(step: Pick<Step<unknown>, 'signal'>, answer: A | DspFailure): A => {
  const known = answeredOrRefused(step, answer)
  if (wasAnswered(known)) return known
  throw new ExportEnds(known.detail)
}
