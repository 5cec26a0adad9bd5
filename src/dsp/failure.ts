import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { DspFailure } from '../ports/dsp.ts'

/** A failure of the DSP as a refusal (DSP-16): its code, then what it says. */
export const dspRejection = ({ code, detail }: DspFailure): Rejection => rejection('dsp-failed', `${code}: ${detail}`)
