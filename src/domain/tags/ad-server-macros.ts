import { maxAddressLength } from './click-chain.ts'
import { filledWith, type MacroTexts } from './foreign-macros.ts'

/** The macro style of an ad server; add new styles here. */
export type MacroStyle = 'dsp' | 'none'

/** The vendor whose consent string is requested from the DSP: its id in the IAB's Global Vendor List. */
export const defaultGdprVendor = 755

/** The macros in a tag, by meaning; the ad server replaces them with values. */
export type Macros = {
  readonly click: string
  readonly cachebuster: string
  readonly gdpr: string
  readonly consent: string
  readonly gpp: string
  readonly gppSid: string
  readonly usPrivacy: string
}

/** The macros of an ad server (TAGS-7); undefined for `none`. */
export const macrosOf = (style: MacroStyle, gdprVendor: number = defaultGdprVendor): Macros | undefined =>
  style === 'none'
    ? undefined
    : {
        click: `\${CLICK_URL_ENC}`,
        cachebuster: `\${CACHEBUSTER}`,
        gdpr: `\${GDPR}`,
        consent: `\${GDPR_CONSENT_${gdprVendor}}`,
        gpp: `\${GPP_STRING_${gdprVendor}}`,
        gppSid: `\${GPP_SID}`,
        usPrivacy: `\${US_PRIVACY}`,
      }

/** Values of one impression, from a tag's query. `at`: when it happens. */
export type MacroValues = {
  readonly cachebuster: string
  readonly at?: Date
  readonly gdpr?: string
  readonly consent?: string
  readonly gpp?: string
  readonly gppSid?: string
  readonly usPrivacy?: string
}

const known = (value: string | undefined): string | undefined =>
  value === undefined || value.length > 4096 || !/^[\w.~,-]+$/.test(value) ? undefined : value

/** Reads the query of a served document. Unexpanded macros and invalid values are dropped; digits of the time replace a missing cachebuster. */
export const macroValues = (query: Readonly<Record<string, string | undefined>>, at: Date): MacroValues => {
  const sent = {
    gdpr: known(query.gdpr),
    consent: known(query.gdpr_consent),
    gpp: known(query.gpp),
    gppSid: known(query.gpp_sid),
    usPrivacy: known(query.us_privacy),
  }
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { cachebuster: known(query.cb) ?? String(at.getTime()), at, ...given }
}

/** What is drawn of an ad: its size in CSS pixels as `300x250`, and the name of its creative. */
export type ShownAd = { readonly dimension: string; readonly creativeName: string }

/** The texts for macros (TAGS-18). Consent that is not known is empty, as ad servers have it. */
export const macroTexts = (values: MacroValues, { dimension, creativeName }: Partial<ShownAd> = {}): MacroTexts => {
  const { cachebuster, at, gdpr = '', consent = '', gpp = '', gppSid = '', usPrivacy = '' } = values
  const [width, height] = dimension?.split('x') ?? []
  return {
    cachebuster,
    timestamp: at === undefined ? cachebuster : encodeURIComponent(at.toISOString()),
    gdpr,
    consent,
    gpp,
    gppSid: encodeURIComponent(gppSid),
    usPrivacy,
    ...(width === undefined || height === undefined ? {} : { width, height, size: `${width}x${height}` }),
    ...(creativeName === undefined ? {} : { creativeId: encodeURIComponent(creativeName.toWellFormed()) }),
  }
}

/** The texts for an ad that is drawn or previewed: nobody sees it there, and the same ad is the same page. */
export const stillTexts = (shown: Partial<ShownAd>): MacroTexts => macroTexts({ cachebuster: '1' }, shown)

/** Trackers with the texts of an impression (TAGS-18); those that become longer than an address may be are left out. */
export const filledTrackers = (trackers: readonly string[], texts: MacroTexts): readonly string[] =>
  trackers.map(tracker => filledWith(tracker, texts)).filter(({ length }) => length <= maxAddressLength)
