import type { NameFinding, NameSource } from './brand-findings.ts'
import { genericNames, phrasesAfter, phrasesBefore } from './brand-name-words.ts'
import { withoutLegalForm } from './legal-forms.ts'
import { plainText } from './plain-text.ts'

/** How much a source says about the name of its brand. */
const weights: Readonly<Record<NameSource, number>> = {
  site: 3,
  organisation: 3,
  application: 2,
  logo: 2,
  document: 1.5,
  title: 1,
  host: 2,
}
/** The name of the retailer was sent by somebody who knows it. */
const retailerWeight = 3
/** How much less one says that only begins or ends like the other. */
const alike = 0.6
const leastAlike = 4
const most = { findings: 40, parts: 6, length: 60 }

/** Signs between the parts of a title: alone, or between blanks. */
const anywhere = new Set(['|', '｜', '•', '»', '›', '·', '—'])
const betweenBlanks = new Set(['-', '–', ':', '~', '/', '::', '//', '−', '<', '>', '«', '‹', '・', '&#8211;'])

/** A name as names are compared: letters and digits, in lower case, without accents. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
/** The keys of a name with what `&` and `+` may be written as. */
const keysOf = (text: string): readonly string[] =>
  /[&+]/.test(text)
    ? ['', 'and', 'und', 'et', 'y', 'e', 'en', 'og', 'och', 'plus'].map(word => keyOf(text.replaceAll(/[&+]/g, word)))
    : [keyOf(text)]

/** The parts of a title, such as `Home | Fernhollow – Plants`. */
const partsOf = (title: string): readonly string[] => {
  const parts: string[] = []
  let part: string[] = []
  const end = (): void => {
    if (part.length > 0) parts.push(part.join(' '))
    part = []
  }
  for (const word of [...title]
    .map(sign => (anywhere.has(sign) ? ` ${sign} ` : sign))
    .join('')
    .split(' ')) {
    if (word === '') continue
    if (anywhere.has(word) || betweenBlanks.has(word)) end()
    else if (word.length > 1 && word.endsWith(':')) {
      part.push(word.slice(0, -1))
      end()
    } else part.push(word)
  }
  end()
  return parts
}

const generic = new Set(genericNames.map(keyOf))

/** A part of a title, or what a logo is called, without the words around the name. */
const without = (text: string, source: NameSource): string => {
  let name = text
  const start = phrasesBefore.find(words => name.toLowerCase().startsWith(`${words} `))
  if (start !== undefined) name = name.slice(start.length + 1)
  for (const words of phrasesAfter)
    if (name.length > words.length + 1 && name.toLowerCase().endsWith(` ${words}`))
      name = name.slice(0, -words.length - 1)
  if (source === 'organisation') name = withoutLegalForm(name)
  return name
    .replace(/^[\s"'“”„»«,.:-]+/, '')
    .trim()
    .replace(/[\s"“”„»«,:-]$/, '')
    .trim()
}

type Candidate = {
  readonly text: string
  readonly source: NameSource
  readonly keys: readonly string[]
  readonly prior: number
}

const candidatesOf = ({ text, source }: NameFinding): readonly Candidate[] => {
  const line = plainText(text, 255)
  const whole = source === 'title' ? [] : [line]
  // the name of an organisation is no title
  const parts = source === 'organisation' ? [] : partsOf(line).slice(0, most.parts)
  const texts = parts.length > 1 || source === 'title' ? [...whole, ...parts] : whole
  return texts.flatMap((one, at) => {
    const name = without(one, source)
    const keys = keysOf(name)
    if (keys[0] === '' || generic.has(keys[0]!) || !/\p{L}/u.test(name)) return []
    const isWhole = at < whole.length
    // `Home | Fernhollow`: the name is last, unless the page is called by it
    const place = isWhole ? 0.1 : at === texts.length - 1 ? 0.4 : at === whole.length ? 0.2 : 0
    const isLong = name.length > most.length || name.split(' ').length > 6
    return [{ text: name, source, keys, prior: place - (isLong ? 2 : 0) - (isWhole && parts.length > 2 ? 1 : 0) }]
  })
}

const agreement = (a: readonly string[], b: readonly string[]): number => {
  if (a.some(key => b.includes(key))) return 1
  const [one = '', other = ''] = [a[0], b[0]]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= leastAlike && (long.startsWith(short) || long.endsWith(short)) ? alike : 0
}

/**
 * The name of a brand by what a source says: the one that most of the others confirm. Of `Home – Fernhollow` that is the part which is also the name of the
 * site, the organisation, the logo, the host or the retailer. Without any other the first one of the source that says most; '' if there is none.
 */
export const brandName = (findings: readonly NameFinding[], retailerName = ''): string => {
  const few = findings.slice(0, most.findings)
  const candidates = few.filter(({ source }) => source !== 'host').flatMap(candidatesOf)
  const retailer = retailerName === '' ? [] : keysOf(without(plainText(retailerName, 255), 'organisation'))
  const evidence = new Map<NameSource, readonly (readonly string[])[]>()
  for (const { source, keys } of candidates) evidence.set(source, [...(evidence.get(source) ?? []), keys])
  const hosts = few.flatMap(({ source, text }) => (source === 'host' ? [[keyOf(text)]] : []))
  if (hosts.length > 0) evidence.set('host', hosts)
  let best: { readonly text: string; readonly score: number } | undefined
  for (const { text, source, keys, prior } of candidates) {
    let score = weights[source] + prior
    for (const [other, names] of evidence)
      if (other !== source) score += weights[other] * Math.max(...names.map(name => agreement(keys, name)))
    if (retailer.length > 0) score += retailerWeight * agreement(keys, retailer)
    if (best === undefined || score > best.score) best = { text, score }
  }
  return best?.text ?? ''
}

/** The part of a host that may be a name: of `www.shop.fern-hollow.co.uk` that is `fern-hollow`. */
export const nameInHost = (host: string): string => {
  const labels = host
    .toLowerCase()
    .replace(/^www\./, '')
    .split('.')
  // an address of numbers, or a name of this machine, says nothing
  if (labels.length < 2 || labels.every(label => /^\d+$/.test(label)) || host.includes(':')) return ''
  const inner = labels.slice(0, -1)
  const last = inner.at(-1) ?? ''
  return inner.length > 1 && secondLevel.has(last) ? (inner.at(-2) ?? '') : last
}
const secondLevel = new Set(
  'co com net org gov edu ac or ne gr myshopify wixsite webflow github herokuapp vercel netlify'.split(' '),
)
