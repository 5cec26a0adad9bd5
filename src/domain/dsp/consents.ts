import type { ConsentFault } from './consent-faults.ts'

/** A consent that was asked for (DSP-18). `isUsed`: it was answered, so no other answer is accepted. */
export type AskedConsent = {
  readonly stateHash: string
  /** Of the API key that asked. */
  readonly keyId: string
  readonly expiresAt: string
  readonly isUsed: boolean
}

/** Maximum open consents of an account and partner; the oldest is dropped. */
export const mostOpen = 20
/** Used ones that are remembered, so that a reuse is told from an expiry. */
const mostUsed = 100

const last = <A>(items: readonly A[], most: number): readonly A[] => items.slice(-most)

/** The consents after another one was asked for at `at`, oldest first. */
export const withAsked = (
  consents: readonly AskedConsent[],
  asked: AskedConsent,
  at: string,
): readonly AskedConsent[] => {
  const current = consents.filter(({ expiresAt }) => expiresAt > at)
  const used = current.filter(({ isUsed }) => isUsed)
  const open = current.filter(({ isUsed }) => !isUsed)
  return [...last(used, mostUsed), ...last([...open, asked], mostOpen)]
}

/** The consents after one was answered. */
export const withUsed = (consents: readonly AskedConsent[], stateHash: string): readonly AskedConsent[] =>
  consents.map(consent => (consent.stateHash === stateHash ? { ...consent, isUsed: true } : consent))

/** The consent of a state; undefined if it is not, or no longer, remembered. */
export const consentOf = (consents: readonly AskedConsent[], stateHash: string): AskedConsent | undefined =>
  consents.find(consent => consent.stateHash === stateHash)

/** Why an answer to this consent is not accepted at `at`; undefined: it is. */
export const faultOfConsent = (consent: AskedConsent | undefined, at: string): ConsentFault | undefined => {
  if (consent?.isUsed) return 'state-used'
  return consent === undefined || consent.expiresAt <= at ? 'state-expired' : undefined
}
