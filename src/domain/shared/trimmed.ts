/** A text without the characters at its end that `isDropped` names; in linear time, which no regular expression promises. */
export const trimmedEnd = (text: string, isDropped: (character: string) => boolean): string => {
  let end = text.length
  while (end > 0 && isDropped(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const isSlash = (character: string): boolean => character === '/'

/** An address or path without slashes at its end. */
export const withoutLastSlash = (address: string): string => trimmedEnd(address, isSlash)
