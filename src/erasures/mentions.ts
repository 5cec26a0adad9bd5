import { erased } from '../domain/shared/erased.ts'

const wordsOf = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  return ` ${words.filter(word => word !== '').join(' ')} `
}

/** Whether a text has a name, as whole words, without regard to case and to what separates them. */
export const mentionsIn = (text: string): ((name: string) => boolean) => {
  const said = wordsOf(text)
  return name => {
    const words = wordsOf(name)
    return words.trim() !== '' && name !== erased && said.includes(words)
  }
}
