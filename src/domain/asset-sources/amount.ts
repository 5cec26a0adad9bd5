export type DecimalMark = '.' | ','

/**
 * What a text says as an amount. `shows`: the decimal mark that it gives away, as `1.299,00` does. `unclear`: its only mark has three
 * digits after it, so that `1.299` is 1.299 or 1299. `value` is the smaller one, and a thousand times as much if the mark groups digits.
 */
export type Amount = {
  readonly value: number
  readonly shows?: DecimalMark | undefined
  readonly unclear?: DecimalMark | undefined
}

/** Characters of a text that are looked at, and digits before and after the decimal mark. */
const most = { characters: 64, digits: 15 }

const isoCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').map(code => code.toLowerCase()))
/** Currencies as people write them, in lower case, without a full stop at the end. */
const abbreviations: ReadonlySet<string> = new Set([
  ...[
    'fr',
    'sfr',
    'kr',
    'kč',
    'kc',
    'zł',
    'zl',
    'ft',
    'lei',
    'ron',
    'лв',
    'руб',
    'р',
    'грн',
    'ден',
    'дин',
    'din',
    'km',
  ],
  ...['rs', 'rm', 'rp', 'r', 'tl', 'dh', 'dhs', 's/', 'bs', 'ksh', 'euro', '円', '元', '원', 'د.إ', 'ر.س'],
])

/** Whether a text is a symbol (`€`, `US$`), a code (`EUR`) or an abbreviation (`Fr.`) of a currency, or both (`EUR €`), or empty. */
const isCurrency = (text: string): boolean => {
  const name = text
    .replace(/\p{Sc}$/u, '')
    .trim()
    .toLowerCase()
  if (name === '') return true
  if (name !== text.toLowerCase() && /^[a-z]{1,3}$/.test(name)) return true
  return isoCodes.has(name) || abbreviations.has(name.replace(/\.$/, ''))
}

/** Whether what follows the digits is a currency, or anything after a blank: `19.99 EUR`, `12 pieces`. More digits are another number. */
const mayFollow = (rest: string): boolean => {
  const [word = ''] = /^\S*/.exec(rest) ?? []
  return isCurrency(word) && !/^\s+\d/.test(rest)
}

/** Digits in groups of three, or as in India of two before the last three. */
const isGrouped = (groups: readonly string[], separator: string): boolean => {
  const [first = '', ...others] = groups
  const last = others.pop() ?? ''
  if (first.startsWith('0') || last.length !== 3) return false
  if (first.length <= 3 && others.every(({ length }) => length === 3)) return true
  return separator === ',' && first.length <= 2 && others.every(({ length }) => length === 2)
}

const isMark = (text: string | undefined): text is DecimalMark => text === '.' || text === ','
const other = (mark: string): DecimalMark | undefined => (isMark(mark) ? (mark === '.' ? ',' : '.') : undefined)

const number = (whole: string, decimals: string, more: Omit<Amount, 'value'> = {}): Amount | undefined =>
  whole.length > most.digits || decimals.length > most.digits
    ? undefined
    : { value: Number(`${whole}.${decimals || '0'}`), ...more }

/** The amount of runs of digits, between which there is one separator each. `dashed`: the mark of `12.-`, behind which there are none. */
const amountOfGroups = (digits: string, dashed: DecimalMark | undefined): Amount | undefined => {
  const groups = digits.split(/\D/)
  const separators = digits.match(/\D/g) ?? []
  const grouping = separators[0]
  const final = separators.at(-1)
  if (grouping === undefined || final === undefined) return number(digits, '', { shows: dashed })
  const isOneKind = separators.every(separator => separator === grouping)
  if (isOneKind && isGrouped(groups, grouping)) {
    if (dashed === grouping) return undefined
    if (separators.length > 1 || dashed) return number(groups.join(''), '', { shows: dashed ?? other(grouping) })
    return isMark(grouping) ? number(groups[0]!, groups[1]!, { unclear: grouping }) : number(groups.join(''), '')
  }
  if (!isMark(final) || dashed) return undefined
  const whole = groups.slice(0, -1)
  const isWhole =
    whole.length === 1 ||
    (grouping !== final && separators.slice(0, -1).every(one => one === grouping) && isGrouped(whole, grouping))
  return isWhole ? number(whole.join(''), groups.at(-1)!, { shows: final }) : undefined
}

const unsigned = (text: string): Amount | undefined => {
  const first = text.search(/\d/)
  if (first < 0) return undefined
  // `.99`, but not the full stop of `Fr.99`
  const bare = /(?:^|[^\p{L}])([.,])$/u.exec(text.slice(0, first))?.[1]
  if (!isCurrency(text.slice(0, bare ? first - 1 : first).trim())) return undefined
  const [digits = ''] = /^\d+(?:[.,'’‘ʼ \u00a0\u2007\u2009\u202f]\d+)*/.exec(text.slice(first)) ?? []
  const behind = text.slice(first + digits.length)
  const [dash = ''] = /^[.,][-–—]{1,2}/.exec(behind) ?? []
  if (!mayFollow(behind.slice(dash.length))) return undefined
  if (bare)
    return dash === '' && /^\d+$/.test(digits) ? number('0', digits, { shows: bare === '.' ? '.' : ',' }) : undefined
  return amountOfGroups(digits, isMark(dash[0]) ? dash[0] : undefined)
}

/**
 * The amount that a text is: digits, perhaps in groups, with a comma or a dot before the decimals, a currency before or behind, and after a
 * blank anything else. Undefined if it is none, or has more than 15 digits before or after the mark.
 */
export const amountOf = (text: string): Amount | undefined => {
  const cell = text
    .trim()
    .slice(0, most.characters)
    .replace(/[\u061c\u200e\u200f]/g, '')
  const inner = /^\((.*)\)$/s.exec(cell)?.[1] ?? cell
  const before = inner.slice(0, Math.max(0, inner.search(/\d/)))
  const sign = /[-−–+]/.exec(before)
  const amount = unsigned(sign ? inner.slice(0, sign.index) + inner.slice(sign.index + 1) : inner)
  const isNegative = inner !== cell || (sign !== null && sign[0] !== '+')
  return amount && isNegative ? { ...amount, value: -amount.value } : amount
}
