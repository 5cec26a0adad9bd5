/** Digits that a number may have without being changed: 2^53 has sixteen. */
const mayChange = /\d{16}/
const wholeNumber = /^-?\d+$/

const isChanged = (token: string): boolean => wholeNumber.test(token) && String(Number(token)) !== token

/** Whether the quote at a place is part of a text: an odd number of backslashes stands before it. */
const isEscaped = (json: string, at: number): boolean => {
  let before = at
  while (json[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** Where the text that begins at a quote ends, after its last quote. */
const endOfText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1))
    if (!isEscaped(json, at)) return at + 1
  return json.length
}

const isOfNumber = (character: string | undefined): boolean => character !== undefined && /[-+.\deE]/.test(character)

type Token = { readonly begin: number; readonly end: number }

/** The changed numbers in a part of JSON that has no text. */
function* changedIn(json: string, from: number, to: number): Generator<Token> {
  if (to - from < 16) return
  const part = json.slice(from, to)
  const long = /\d{16}/g
  for (let found = long.exec(part); found; found = long.exec(part)) {
    let begin = found.index
    while (isOfNumber(part[begin - 1])) begin--
    let end = long.lastIndex
    while (isOfNumber(part[end])) end++
    if (isChanged(part.slice(begin, end))) yield { begin: from + begin, end: from + end }
    long.lastIndex = end
  }
}

function* changedNumbers(json: string): Generator<Token> {
  for (let at = 0; at < json.length; ) {
    const next = json.indexOf('"', at)
    const begin = next < 0 ? json.length : next
    yield* changedIn(json, at, begin)
    at = begin === json.length ? begin : endOfText(json, begin)
  }
}

/**
 * JSON in which whole numbers are texts of their digits where JavaScript would read another number, such as 9007199254740993: the first
 * `most` of them. Not for what is no JSON, which may become it. In linear time.
 */
export const withChangedAsTexts = (json: string, most = Number.POSITIVE_INFINITY): string => {
  if (!mayChange.test(json)) return json
  const parts: string[] = []
  let done = 0
  for (const { begin, end } of changedNumbers(json)) {
    parts.push(json.slice(done, begin), `"${json.slice(begin, end)}"`)
    done = end
    if (parts.length === 2 * most) break
  }
  return done === 0 ? json : parts.join('') + json.slice(done)
}

/** The value of a JSON text, whole numbers that JavaScript would change as texts. Throws SyntaxError. */
export const parsedWhole = (json: string): unknown => {
  const value: unknown = JSON.parse(json)
  const whole = withChangedAsTexts(json)
  return whole === json ? value : JSON.parse(whole)
}
