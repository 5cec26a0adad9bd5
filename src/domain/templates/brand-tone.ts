/** Beginnings of words that speak for a tone, by the adjective that names it. */
const stems: Readonly<Record<string, readonly string[]>> = {
  friendly: ['friend', 'welcom', 'together', 'hello', 'happy', 'smile', 'neighbo', 'help', 'share', 'family', 'love'],
  natural: [
    'natur',
    'garden',
    'organic',
    'grow',
    'plant',
    'earth',
    'green',
    'sustain',
    'fresh',
    'season',
    'bloom',
    'leaf',
    'wild',
  ],
  playful: ['fun', 'play', 'wow', 'yay', 'party', 'surpris', 'colorful', 'colourful', 'magic', 'adventur'],
  premium: [
    'premium',
    'luxur',
    'exclusiv',
    'finest',
    'craft',
    'elegan',
    'refin',
    'timeless',
    'bespoke',
    'curat',
    'heritage',
  ],
  bold: ['bold', 'power', 'strong', 'unleash', 'dare', 'brave', 'loud', 'max', 'epic', 'ultimate'],
  thrifty: ['sale', 'save', 'deal', 'discount', 'offer', 'cheap', 'price', 'value', 'bargain', 'budget', 'free'],
  precise: ['technolog', 'engineer', 'precis', 'perform', 'smart', 'data', 'digital', 'innovat', 'system', 'efficien'],
  calm: ['calm', 'quiet', 'gentle', 'soft', 'slow', 'relax', 'peace', 'simple', 'breath', 'cosy', 'cozy'],
  trustworthy: ['trust', 'reliab', 'honest', 'guarant', 'secur', 'expert', 'promise', 'proven', 'since'],
}
const tones = Object.keys(stems)
/** A text in which fewer words speak for a tone does not have it. */
const leastWords = 2
const mostTones = 3
const mostCharacters = 50_000

const stemLengths = [...new Set(Object.values(stems).flatMap(list => list.map(stem => stem.length)))]
const toneOfStem = new Map(tones.flatMap(tone => stems[tone]!.map(stem => [stem, tone] as const)))

const toneOf = (word: string): string | undefined => {
  for (const length of stemLengths) {
    const tone = word.length >= length ? toneOfStem.get(word.slice(0, length)) : undefined
    if (tone) return tone
  }
  return undefined
}

/** At most three adjectives for how English texts sound, by their words; none where they say nothing. */
export const brandTone = (texts: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const [word] of texts
    .join(' ')
    .slice(0, mostCharacters)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    const tone = toneOf(word)
    if (tone) counts.set(tone, (counts.get(tone) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count >= leastWords)
    .sort(([a, x], [b, y]) => y - x || tones.indexOf(a) - tones.indexOf(b))
    .slice(0, mostTones)
    .map(([tone]) => tone)
}
