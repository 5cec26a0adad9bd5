import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { consentFaultNames, consentFaults } from './consent-faults.ts'

/** SHA-256 of the state parameter, which names a consent; the state itself is never recorded. */
const stateHash = t.string

/** A person was sent to the consent screen of the DSP; the answer is accepted once, until `expiresAt` (DSP-18). */
export const DspConsentAsked = fact(
  'DspConsentAsked',
  fields({ accountId: t.string, partnerId: integer(1), stateHash, keyId: t.string, expiresAt: At, at: At }),
  ({ partnerId }) => `Consent of partner ${partnerId} of the DSP was asked for.`,
)
/** The answer has come, and its code is being exchanged; no other answer is accepted. */
export const DspConsentAnswered = fact('DspConsentAnswered', fields({ stateHash, at: At }), routine)
/** An answer gave no authorisation, and the consent is used. */
export const DspConsentRefused = fact(
  'DspConsentRefused',
  fields({ stateHash, reason: oneOf(...consentFaultNames), at: At }),
  ({ reason }) => `A consent of the DSP was not accepted. ${consentFaults[reason]}`,
)
/** Endcap may work at the DSP for the partner; the refresh token is a secret with this id (DSP-7). */
export const DspAuthorised = fact(
  'DspAuthorised',
  fields({ stateHash, secretId: t.string, keyId: t.string, at: At }),
  () => 'Endcap was authorised at the DSP.',
)
/** The DSP gave another refresh token for the same consent. */
export const DspTokenReplaced = fact('DspTokenReplaced', fields({ secretId: t.string, at: At }), routine)
/** The consent was withdrawn or has expired: a person has to give it again. */
export const DspAuthorisationLost = fact(
  'DspAuthorisationLost',
  fields({ reason: oneOf('invalid-grant', 'token-missing'), at: At }),
  () => 'The authorisation at the DSP is no longer valid; it has to be given again.',
)

export const DspGrantEvent = t.union([
  DspConsentAsked,
  DspConsentAnswered,
  DspConsentRefused,
  DspAuthorised,
  DspTokenReplaced,
  DspAuthorisationLost,
])
export type DspGrantEvent = t.TypeOf<typeof DspGrantEvent>
