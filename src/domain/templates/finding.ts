/**
 * What the checks find in a template (TEMPLATE-19). `removed`: it was unsafe and is gone from the cleaned HTML; all others are faults
 * of the template that was checked. `not-done`: it is fine, but not what a prompt asked for.
 */
export type FindingCode =
  | 'removed'
  | 'too-large'
  | 'too-complex'
  | 'placeholder-broken'
  | 'placeholder-missing'
  | 'outside-ad'
  | 'text-cut'
  | 'text-too-small'
  | 'texts-overlap'
  | 'number-broken'
  | 'picture-small'
  | 'low-contrast'
  | 'picture-missing'
  | 'logo-unseen'
  | 'logo-cut'
  | 'not-drawn'
  | 'not-done'

export type Finding = {
  readonly code: FindingCode
  /** One sentence for people and models. */
  readonly detail: string
  /** The number of its element, see `numbered`; only of what was measured in the browser. */
  readonly element?: number
  /** Its `data-part`. */
  readonly part?: string
  /** Of a text of low contrast, and what is behind it, `#rrggbb`. */
  readonly colors?: { readonly color: string; readonly background: string }
}

export const finding = (code: FindingCode, detail: string): Finding => ({ code, detail })

/** A few words of a text, in quotes, for sentences. */
export const quoted = (text: string, most = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed()
  return JSON.stringify(line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line)
}

/** At most so many findings, and each only once. */
export const fewFindings = (findings: readonly Finding[], most = 20): readonly Finding[] =>
  [...new Map(findings.map(one => [`${one.code} ${one.detail} ${one.element ?? ''}`, one])).values()].slice(0, most)
