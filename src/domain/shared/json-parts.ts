/** A value in the bytes of a JSON object: a member, or an entry of a member that is a list. `to` is behind its last byte. */
export type JsonPart = { readonly name: string; readonly from: number; readonly to: number }

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Whether the character at a place follows an odd number of backslashes. */
const isEscaped = (json: Buffer, at: number): boolean => {
  let before = at - 1
  while (json[before] === backslash) before--
  return (at - before) % 2 === 0
}

/** Where a text ends that begins at a place. */
const endOfText = (json: Buffer, from: number): number => {
  let end = json.indexOf(quote, from + 1)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1)
  return end < 0 ? json.length : end
}

/**
 * Where the members of an object are in its JSON as JSON.stringify writes it, in order; of a list each entry by itself. It follows only
 * texts, braces and brackets, so that large JSON can be parsed part by part.
 */
export function* jsonParts(json: Buffer): Generator<JsonPart> {
  let depth = 0
  let isList = false
  let name = ''
  let from = 1
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfText(json, at)
        break
      case colon:
        if (depth !== 1) break
        name = JSON.parse(json.toString('utf8', from, at))
        from = at + 1
        isList = json[from] === openBracket
        break
      case openBrace:
      case openBracket:
        depth++
        if (isList && depth === 2) from = at + 1
        break
      case comma:
        if (depth === (isList ? 2 : 1)) yield { name, from, to: at }
        if (depth === 1) isList = false
        if (depth === 1 || (isList && depth === 2)) from = at + 1
        break
      case closeBrace:
      case closeBracket:
        if (depth === (isList ? 2 : 1) && at > from) yield { name, from, to: at }
        depth--
    }
  }
}
