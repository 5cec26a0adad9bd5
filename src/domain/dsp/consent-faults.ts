/**
 * Why a consent gives no authorisation (DSP-19), and what the person reads about it. The sentences are ours: nothing that a caller or the
 * DSP sent is in them.
 */
export const consentFaults = {
  'refused-by-person': 'The consent was refused at the DSP. Nothing has changed.',
  'refused-by-dsp': 'The DSP reported an error in place of a consent. Begin again.',
  'state-unknown': 'This answer does not belong to a consent that Endcap asked for. Begin again.',
  'state-used': 'This consent has been answered already; it can be used once.',
  'state-expired': 'This consent was not given in time, or newer ones have taken its place. Begin again.',
  'other-browser':
    'This answer came from another browser than the one in which the consent was confirmed. Begin again.',
  'state-outdated': 'A key of the service was replaced while the consent was given. Begin again.',
  'key-refused': 'The API key that asked for this consent is no longer allowed to.',
  'issuer-wrong': 'The answer names another issuer than the DSP. Begin again.',
  altered: 'The answer of the DSP was altered: it names an address to return to. Begin again.',
  unreadable: 'The answer of the DSP has repeated, overlong or unreadable parameters. Begin again.',
  'code-missing': 'The answer of the DSP has no code. Begin again.',
  'code-refused': 'The DSP does not accept the code: it is used, too old, or not meant for this consent. Begin again.',
  'consent-incomplete': 'The consent does not cover what Endcap needs. Begin again, and allow all of it.',
  'client-refused': 'The DSP does not accept Endcap as a client. An operator has to check its configuration.',
  'dsp-unavailable': 'The DSP did not answer as it should. Begin again later.',
} as const
export type ConsentFault = keyof typeof consentFaults

/** The names of the faults, for the codec of events. */
export const consentFaultNames = Object.keys(consentFaults) as readonly ConsentFault[]
