import { maxAddressLength } from './click-chain.ts'
import { fillMacros, meaningOf } from './foreign-macros.ts'

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
      }

/** Macro values received in a tag's query. */
export type MacroValues = { readonly cachebuster: string; readonly gdpr?: string; readonly consent?: string }

const known = (value: string | undefined): string | undefined =>
  value === undefined || value.length > 4096 || !/^[\w.~-]+$/.test(value) ? undefined : value

/**
 * Reads the query of a served document. Unexpanded macros and invalid values are dropped; `fallback` (digits) replaces a
 * missing cachebuster.
 */
export const macroValues = (query: Readonly<Record<string, string | undefined>>, fallback: string): MacroValues => {
  const [gdpr, consent] = [known(query.gdpr), known(query.gdpr_consent)]
  return {
    cachebuster: known(query.cb) ?? fallback,
    ...(gdpr === undefined ? {} : { gdpr }),
    ...(consent === undefined ? {} : { consent }),
  }
}

/** Trackers with their values (`withValues`); those that become longer than an address may be are left out. */
export const filledTrackers = (trackers: readonly string[], values: MacroValues): readonly string[] =>
  trackers.map(tracker => withValues(tracker, values)).filter(({ length }) => length <= maxAddressLength)

/** Fills values into the macros of a tracker (TAGS-18), of whatever ad server they are. */
export const withValues = (tracker: string, { cachebuster, gdpr = '', consent = '' }: MacroValues): string => {
  const values = { cachebuster, gdpr, consent }
  return fillMacros(tracker, macro => {
    const meaning = meaningOf(macro)
    return meaning && values[meaning]
  })
}
