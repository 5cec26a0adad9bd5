/** A price as a text of a design says it: what is before and after it, and its amount, to compare prices. */
export type WrittenPrice = {
  readonly before: string
  readonly after: string
  readonly amount: number
  /** The text says that it is no longer valid. */
  readonly isFormer: boolean
}

/** A number of at most 12 characters with a currency beside it. */
const money =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|INR))[ \u00a0]?\d[\d.,']{0,11}|\d[\d.,']{0,11}[ \u00a0]?(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|INR|kr|zł)(?!\p{L}))/iu
/** Longer texts tell of prices; they are none. */
const most = { text: 40, around: 14 }
const former = /\b(?:was|before|instead|rrp|msrp|former|statt|vorher)\b/i
const saving = /\b(?:save|saving|off|over|under|less|spend|deposit|voucher)\b|%/i

/** The last separator before one or two digits begins the decimals. */
const amountOf = (written: string): number => {
  const number = written.replace(/[^\d.,]/g, '').replace(/[.,]$/, '')
  const decimals = /[.,](\d{1,2})$/.exec(number)?.[1] ?? ''
  const whole = number.slice(0, number.length - (decimals === '' ? 0 : decimals.length + 1))
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals === '' ? '0' : decimals}`)
}

/** The price that a text is, such as `£4.20`, `Now 12,50 €` or `Was $24`; undefined: it is none. */
export const priceIn = (text: string): WrittenPrice | undefined => {
  if (text.length > most.text || saving.test(text)) return undefined
  const found = money.exec(text)
  if (found === null) return undefined
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  if (before.trim().length + after.trim().length > most.around) return undefined
  return { before, after, amount: amountOf(found[0]), isFormer: former.test(before) || former.test(after) }
}
