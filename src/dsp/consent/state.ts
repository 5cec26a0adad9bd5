import { sha256 } from '../../domain/shared/digest.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** What a state parameter says: for which account and partner a consent was asked (DSP-18). */
export type ConsentState = {
  /** The parameter itself; never recorded, nor logged. */
  readonly text: string
  readonly accountId: string
  readonly partnerId: number
}

/** Milliseconds for which an answer is accepted (DSP-18). */
export const consentMs = 10 * 60_000

const purpose = 'dsp-consent'
const stateBytes = 32

/** The longest state; all of its characters need no encoding in a URL. */
export const longestState = 200

/** A new state: 256 random bits, account and partner, and our signature of all three. */
export const newState = (
  { accountId, partnerId }: Pick<ConsentState, 'accountId' | 'partnerId'>,
  randomBytes: (count: number) => Uint8Array,
  secrets: Pick<Secrets, 'sign'>,
): ConsentState => {
  const nonce = Buffer.from(randomBytes(stateBytes)).toString('base64url')
  const signed = `${nonce}.${accountId}.${partnerId}`
  return { text: `${signed}.${secrets.sign(purpose, signed)}`, accountId, partnerId }
}

/** Reads a state; undefined if this service did not sign it. */
export const readState = (text: string, secrets: Pick<Secrets, 'verify'>): ConsentState | undefined => {
  if (text.length > longestState || !/^[\w-]{43}\.[\w-]{1,64}\.[1-9]\d{0,15}\.[\w-]{43}$/.test(text)) return undefined
  const [nonce = '', accountId = '', partner = '', signature = ''] = text.split('.')
  if (!secrets.verify(purpose, `${nonce}.${accountId}.${partner}`, signature)) return undefined
  return { text, accountId, partnerId: Number(partner) }
}

/** Whether another signing key is used now than when the state was made: its code verifier is then lost (ADR 0059). */
export const isOutdated = ({ text }: ConsentState, secrets: Pick<Secrets, 'sign'>): boolean => {
  const end = text.lastIndexOf('.')
  return secrets.sign(purpose, text.slice(0, end)) !== text.slice(end + 1)
}

/** By this name the state is in events. */
export const hashOfState = ({ text }: ConsentState): string => sha256(text)

/** The code verifier of PKCE: 43 characters that follow from the state, so that it is neither stored nor in a URL. */
export const codeVerifierOf = ({ text }: ConsentState, secrets: Pick<Secrets, 'sign'>): string =>
  secrets.sign('dsp-code-verifier', text)
