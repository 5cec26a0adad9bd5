/** Maximum nesting of JSON in a request (HTTP-20). */
export const maxDepth = 64

const quote = 0x22
const backslash = 0x5c

/**
 * Whether JSON is nested deeper than `levels`. A single pass over the bytes without recursion, so it is safe to call before
 * parsing. The result is undefined for malformed JSON.
 */
export const isDeeperThan = (json: Uint8Array, levels: number): boolean => {
  let depth = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inText) {
      if (byte === backslash) i++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    // [ and {, ] and } differ from each other in one bit
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > levels) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
