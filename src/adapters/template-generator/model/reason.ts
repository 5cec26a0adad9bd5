const longest = 300

/** A text of a server on one line, of bounded length. */
export const lineOf = (text: string): string =>
  text
    .slice(0, longest)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .toWellFormed()
    .trim()

/** What a server says, as the end of a sentence and without the key. */
export const reasonOf = (message: unknown, key: string | undefined): string => {
  if (typeof message !== 'string') return ''
  const line = lineOf(key === undefined || key === '' ? message : message.replaceAll(key, '…'))
  return line === '' ? '' : ` It says: ${line}`
}
