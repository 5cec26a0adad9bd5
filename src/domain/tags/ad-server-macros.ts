/** How an ad server writes its macros; other styles are added here. */
export type MacroStyle = 'dsp' | 'none'

/** The vendor whose consent string the DSP is asked for: its id in the IAB's Global Vendor List. */
export const defaultGdprVendor = 755

/** The macros that a tag carries, by what they mean; the ad server puts values in their place. */
export type Macros = {
  readonly click: string
  readonly cachebuster: string
  readonly gdpr: string
  readonly consent: string
}

/** Macros of an ad server (decision 29); `none` has none, undefined. */
export const macrosOf = (style: MacroStyle, gdprVendor: number = defaultGdprVendor): Macros | undefined =>
  style === 'none'
    ? undefined
    : {
        click: `\${CLICK_URL_ENC}`,
        cachebuster: `\${CACHEBUSTER}`,
        gdpr: `\${GDPR}`,
        consent: `\${GDPR_CONSENT_${gdprVendor}}`,
      }

/** Values that reached the server in a tag's query. */
export type MacroValues = { readonly cachebuster: string; readonly gdpr?: string; readonly consent?: string }

const known = (value: string | undefined): string | undefined =>
  value === undefined || value.length > 4096 || !/^[\w.~-]+$/.test(value) ? undefined : value

/**
 * Reads the query of a served document. What an ad server left unexpanded or what cannot be such a value is left out;
 * `fallback` (digits) stands in for a missing cachebuster.
 */
export const macroValues = (query: Readonly<Record<string, string | undefined>>, fallback: string): MacroValues => {
  const [gdpr, consent] = [known(query.gdpr), known(query.gdpr_consent)]
  return {
    cachebuster: known(query.cb) ?? fallback,
    ...(gdpr === undefined ? {} : { gdpr }),
    ...(consent === undefined ? {} : { consent }),
  }
}

/** A tracker with the values in it: `{cachebuster}`, `[timestamp]`, `[CACHEBUSTER]` and the macros of the `dsp` style. */
export const withValues = (tracker: string, values: MacroValues): string =>
  tracker
    .replaceAll(/\{cachebuster\}|\[timestamp\]|\[cachebuster\]|\$\{CACHEBUSTER\}/gi, () => values.cachebuster)
    .replaceAll(/\$\{GDPR\}/gi, () => values.gdpr ?? '')
    .replaceAll(/\$\{GDPR_CONSENT_\d+\}/gi, () => values.consent ?? '')
