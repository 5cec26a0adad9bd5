import type { Ports } from '../../ports/ports.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { callbackUrl } from './addresses.ts'
import { type ConsentState, consentMs, hashOfState } from './state.ts'

const purpose = 'dsp-consent-browser'

/** Each consent has a cookie of its own, so that two tabs do not disturb one another. */
const nameOf = (state: ConsentState): string => `endcap-dsp-${hashOfState(state).slice(0, 16)}`

/**
 * The cookie by which the callback knows the browser in which a consent was confirmed (DSP-25). Its value follows from the state by a
 * signature, so that nothing is stored, any node can check it, and whoever knows the state cannot make it. Lax, since the DSP is another site.
 */
export const browserCookie = (
  state: ConsentState,
  secrets: Pick<Secrets, 'sign'>,
  config: Pick<Ports['config'], 'publicUrl'>,
): string => {
  const { protocol, pathname } = new URL(callbackUrl(config))
  return [
    `${nameOf(state)}=${secrets.sign(purpose, state.text)}`,
    `Path=${pathname}`,
    `Max-Age=${consentMs / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ')
}

/** Whether an answer comes from a browser in which its consent was confirmed. `cookie`: those of the request. */
export const isConfirmedIn = (
  cookie: (name: string) => string | undefined,
  state: ConsentState,
  secrets: Pick<Secrets, 'verify'>,
): boolean => secrets.verify(purpose, state.text, cookie(nameOf(state)) ?? '')
