const notBlank = /\S/g
const endOfComment = /--!?>/g
/** Where a pattern with the flag `g` is found next; undefined: nowhere. */
const nextOf = (pattern: RegExp, text: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** The position after the blanks, byte order marks and comments at a position of HTML or XML; in linear time. */
export const afterComments = (text: string, from = 0): number => {
  for (let at = from; ; ) {
    const start = nextOf(notBlank, text, at)?.index ?? text.length
    // browsers read <!--> as a whole comment
    const end = text.startsWith('<!--', start) ? nextOf(endOfComment, text, start + 2) : null
    if (end === null) return start
    at = end.index + end[0].length
  }
}

/** The position after the markup that starts at a position with these lower-case characters; undefined if it is something else. */
export const afterMarkup = (text: string, from: number, start: string, end = '>'): number | undefined => {
  if (text.slice(from, from + start.length).toLowerCase() !== start) return undefined
  const at = text.indexOf(end, from + start.length)
  return at < 0 ? undefined : at + end.length
}
