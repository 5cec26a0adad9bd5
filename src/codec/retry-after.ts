/** Dates of HTTP (RFC 9110) end with GMT; others would be read in the zone of this machine. */
const inGmt = /^[A-Za-z0-9,: -]{1,64} GMT$/

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; 0 if it is absent, past or unreadable. */
export const retryAfterMs = (header: string | undefined, now: Date): number => {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = inGmt.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
