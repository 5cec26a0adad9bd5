/** What a macro of another ad server stands for, where Endcap knows it. */
export type MacroMeaning =
  | 'click'
  | 'cachebuster'
  | 'timestamp'
  | 'gdpr'
  | 'consent'
  | 'gpp'
  | 'gppSid'
  | 'usPrivacy'
  | 'width'
  | 'height'
  | 'size'
  | 'creativeId'

/** Values for the macros of one impression; a meaning without one is treated as unknown. */
export type MacroTexts = Partial<Readonly<Record<MacroMeaning, string>>>

/**
 * Names of macros, without what surrounds them: those of Google Ad Manager, Campaign Manager, Xandr, The Trade Desk (TTD), Flashtalking (FT), Adform
 * (ADF), VAST and the privacy strings of the IAB. Add others here.
 */
const meanings: Readonly<Record<Exclude<MacroMeaning, 'consent' | 'gpp'>, string>> = {
  click:
    'CLICK_URL_ESC CLICK_URL_UNESC CLICK_URL_ESC_ESC CLICK_URL CLICK_URL_ENC CLICK FT_CLICK DEST_URL DEST_URL_ESC TTD_CLK TTD_CLK_ESC ADFCLICK C1;CPDIR= %C',
  cachebuster: 'CACHEBUSTER CACHEBUSTING CACHE_BUSTER RANDOM RANDOM_NUMBER RND TTD_CACHEBUSTER FT_RANDOM ADFRND %N',
  timestamp: 'TIMESTAMP FT_TIMESTAMP TTD_TIMESTAMP ADFTIMESTAMP',
  gdpr: 'GDPR GDPR_APPLIES TTD_GDPR ADFGDPR',
  gppSid: 'GPP_SID GPPSECTIONID TTD_GPP_SID',
  usPrivacy: 'US_PRIVACY USPRIVACY TTD_US_PRIVACY',
  width: 'WIDTH FT_WIDTH ADFWIDTH CREATIVE_WIDTH',
  height: 'HEIGHT FT_HEIGHT ADFHEIGHT CREATIVE_HEIGHT',
  size: 'SIZE CREATIVE_SIZE TTD_ADFORMAT ADFDIM',
  creativeId: 'CREATIVE_ID CREATIVEID TTD_CREATIVEID FT_CREATIVE_ID FT_CREATIVE ADFCREID %ECID!',
}
const byName: ReadonlyMap<string, MacroMeaning> = new Map(
  Object.entries(meanings).flatMap(([meaning, names]) =>
    names.split(' ').map(name => [name, meaning as MacroMeaning] as const),
  ),
)
/** Names that end in the number of a vendor of the IAB. */
const ofVendors: readonly (readonly [MacroMeaning, RegExp])[] = [
  ['consent', /^(?:GDPR_CONSENT(?:_\d{1,6})?|GDPRCONSENT|TTD_GDPR_?CONSENT|ADFGDPRCONSENT)$/],
  ['gpp', /^(?:GPP_STRING(?:_\d{1,6})?|GPPSTRING|GPP|TTD_GPP)$/],
]

/**
 * Whatever looks like a macro: `%%NAME%%`, `${NAME}`, `[NAME]` and `[%NAME%]` in capitals, `__ADFNAME__`, `%n`, `%u` and `%ename!` of Campaign
 * Manager, and the few that are written in small letters. `ids[]` and `a[b]` are none.
 */
const macros =
  /%%[A-Za-z][\w:.;=]{1,60}%%|\$\{[A-Za-z][\w:.]{1,60}\}|\[%?[A-Z][A-Z\d_]{2,60}%?\]|\[(?:timestamp|cachebuster|random)\]|\{cachebuster\}|__ADF[A-Z\d]{2,40}__|%[nu](?![\w%])|%c(?=https?[:%])|%e[a-z]{1,12}!/gi

const smallWords = new Set(['[timestamp]', '[cachebuster]', '[random]'])
/** Small letters in square brackets are no macro, unless the word is a known one. */
const isMacro = (text: string): boolean => !text.startsWith('[') || text === text.toUpperCase() || smallWords.has(text)

const bracketed = /^(?:%%|\$\{|\[%?|\{|__)(.{1,64}?)(?:%%|\}|%?\]|__)$/

/** The meaning of a macro; undefined: Endcap has no value for it. */
export const meaningOf = (macro: string): MacroMeaning | undefined => {
  // only VAST has a time in capitals; elsewhere the word asks for any number that is new
  if (macro === '[timestamp]') return 'cachebuster'
  const name = (bracketed.exec(macro)?.[1] ?? macro).toUpperCase()
  return byName.get(name) ?? ofVendors.find(([, pattern]) => pattern.test(name))?.[0]
}

/** The macros of a text, as they are written. */
export const macrosIn = (text: string): readonly string[] =>
  [...text.matchAll(macros)].map(([macro]) => macro).filter(isMacro)

/** Whether an address has a macro. */
export const hasMacro = (address: string): boolean => macrosIn(address).length > 0

/** Macros of an address without a value of Endcap: what they are in is left out of requests. */
export const unknownMacros = (text: string): readonly string[] =>
  macrosIn(text).filter(macro => meaningOf(macro) === undefined)

/** Macros for the click at the beginning of an address in an ad, before the page that it leads to or alone. */
export const clickMacros =
  /^(?:%%(?:CLICK_URL_(?:UN)?ESC(?:_ESC)?|DEST_URL|TTD_CLK(?:_ESC)?|c1;cpdir=)%%|\$\{CLICK_URL(?:_ENC)?\}|\[%?(?:FT_)?CLICK%?\]|%c(?=https?:|$))+/i

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

/**
 * Puts values for the macros of an address; a parameter with a macro that has none is left out (TAGS-18). A macro for the click in front of an
 * address gives way to it: the click passes through the click chain anyway.
 */
export const fillMacros = (address: string, textFor: (macro: string) => string | undefined): string => {
  const filled = address.replaceAll(macros, (text: string, at: number) => {
    if (!isMacro(text)) return text
    if (meaningOf(text) === 'click' && /^https?[:%]/i.test(address.slice(at + text.length, at + text.length + 8)))
      return ''
    return textFor(text) ?? unknown
  })
  return filled.includes(unknown) ? withoutUnknown(filled) : filled
}

/** `fillMacros` with the values of one impression. */
export const filledWith = (address: string, texts: MacroTexts): string =>
  fillMacros(address, macro => {
    const meaning = meaningOf(macro)
    return meaning && texts[meaning]
  })
