const soft =
  'friendly playful warm fun fresh soft gentle kind happy young cheerful natural organic cosy cozy caring family sweet round rounded approachable'.split(
    ' ',
  )
const hard =
  'elegant luxury luxurious premium technical precise serious minimal minimalist modernist bold strict formal classic editorial architectural square sharp industrial exclusive'.split(
    ' ',
  )

export type Corners = 'rounded' | 'square'

/** Whether a brand's templates have rounded or square corners: what more of its adjectives ask for; rounded if they say nothing. */
export const cornersOf = (tone: readonly string[]): Corners => {
  const words = tone.flatMap(word => word.toLowerCase().split(/[^a-z]+/))
  const count = (list: readonly string[]) => words.filter(word => list.includes(word)).length
  return count(hard) > count(soft) ? 'square' : 'rounded'
}
