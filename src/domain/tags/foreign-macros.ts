/** What a macro of another ad server stands for, and this service knows. */
export type MacroMeaning = 'cachebuster' | 'gdpr' | 'consent'

/** Macros whose meaning is known, in any case of letters; add others here. */
const meanings: readonly (readonly [MacroMeaning, RegExp])[] = [
  // Google Ad Manager, Xandr, The Trade Desk, Campaign Manager, Flashtalking, VAST, and what trackers usually have
  ['cachebuster', /^(?:%%(?:TTD_)?CACHEBUSTER%%|\$\{CACHEBUSTER\}|%n|\{cachebuster\})$/i],
  ['cachebuster', /^\[%?(?:timestamp|cachebuster|cachebusting|random|random_number|ft_random)%?\]$/i],
  ['gdpr', /^\$\{GDPR\}$/i],
  ['consent', /^(?:\$\{GDPR_CONSENT_\d+\}|\[GDPRCONSENT\])$/i],
]

/**
 * Whatever looks like a macro: `%%NAME%%`, `${NAME}`, `[NAME]` and `[%NAME%]` in capitals, `%n`, `%u` and `%ename!` of Campaign Manager, and the
 * few that are written in small letters. `ids[]` and `a[b]` are none.
 */
const macros =
  /%%[A-Za-z][\w:.]{1,60}%%|\$\{[A-Za-z][\w:.]{1,60}\}|\[%?[A-Z][A-Z\d_]{2,60}%?\]|\[(?:timestamp|cachebuster|random)\]|\{cachebuster\}|%[nu](?![\w%])|%e[a-z]{1,12}!/gi

/** Small letters in square brackets are no macro, unless the word is a known one. */
const isMacro = (text: string): boolean =>
  !text.startsWith('[') || text === text.toUpperCase() || meaningOf(text) !== undefined

/** The meaning of a macro; undefined: it is not known here. */
export const meaningOf = (macro: string): MacroMeaning | undefined =>
  meanings.find(([, pattern]) => pattern.test(macro))?.[0]

/** Whether an address has a macro. */
export const hasMacro = (address: string): boolean => [...address.matchAll(macros)].some(([text]) => isMacro(text))

/** Macros for the click at the beginning of an address in an ad, before the page that it leads to or alone. */
export const clickMacros =
  /^(?:%%(?:CLICK_URL_(?:UN)?ESC(?:_ESC)?|DEST_URL|TTD_CLK(?:_ESC)?)%%|\$\{CLICK_URL(?:_ENC)?\}|\[%?(?:FT_)?CLICK%?\]|%c(?=https?:|$))+/i

/** No address has this character. */
const unknown = '\u0000'

/** Parameters in which a macro has no value are left out, but not the place of the next address. */
const withoutUnknown = (address: string): string => {
  const [path = '', ...queries] = address.split('?')
  const isFilled = (part: string) => !part.includes(unknown) || part.includes('{redirect}')
  const [start, ...matrix] = path.split(';')
  const parts = queries.join('?').split('&').filter(isFilled)
  const query = parts.length === 0 || queries.length === 0 ? '' : `?${parts.join('&')}`
  return ([start, ...matrix.filter(isFilled)].join(';') + query).replaceAll(unknown, '')
}

/** Puts values for the macros of an address; a parameter with a macro that has none is left out (TAGS-18). */
export const fillMacros = (address: string, value: (macro: string) => string | undefined): string => {
  const filled = address.replaceAll(macros, text => (isMacro(text) ? (value(text) ?? unknown) : text))
  return filled.includes(unknown) ? withoutUnknown(filled) : filled
}
