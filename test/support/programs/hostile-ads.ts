/** An ad that tries to stop a node: the HTML of its ad unit, and the columns of its creative. */
export type HostileAd = {
  readonly name: string
  readonly html: string
  readonly columns?: Readonly<Record<string, string>>
  /** Refused when the template is saved, or when the ad is shown; `shown`: it is harmless by now. */
  readonly ends: 'refused-at-once' | 'refused-when-shown' | 'shown'
  /** What the refusal says. */
  readonly says?: RegExp
  /** Status, problem code and place of a refusal at once, if not that of a document that costs too much. */
  readonly refusedWith?: readonly [number, string, string]
}

const numbered = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const tooLong = /was not composed and checked within 2 s/
const tooLarge = /larger than 4 MiB/
const longValue = 'x'.repeat(65_000)

/** Each of these stopped a node of an earlier release, or comes close to what did. */
export const hostileAds: readonly HostileAd[] = [
  { name: '40 comments before the content', html: `${'<!-- a -->'.repeat(40)}<p>`, ends: 'shown' },
  { name: '10,000 comments, the last one open', html: `${'<!---->'.repeat(10_000)}<!-- <p>`, ends: 'shown' },
  { name: 'links that never end', html: '<a '.repeat(40_000), ends: 'shown' },
  {
    name: 'a tree of millions of nodes',
    html: `<p>${numbered(1_800, n => `<b ${n}>`)}</p>${'<p>x'.repeat(1_800)}`,
    ends: 'shown',
  },
  { name: 'SVG in SVG in SVG', html: '<svg>'.repeat(20_000), ends: 'shown' },
  { name: 'a tag with very many attributes', html: `<p ${numbered(15_000, n => `a${n} `)}>`, ends: 'shown' },
  {
    name: '459 MB out of 49 kB',
    html: '{{a}}'.repeat(7_060),
    columns: { a: longValue },
    ends: 'refused-when-shown',
    says: tooLarge,
  },
  {
    name: 'quotes that become six times as long',
    html: '{{a}}'.repeat(60),
    columns: { a: '"'.repeat(65_000) },
    ends: 'refused-when-shown',
    says: tooLarge,
  },
  {
    name: 'a tag of blanks that never ends',
    html: `{{a${' '.repeat(900_000)}`,
    ends: 'refused-at-once',
    says: tooLong,
  },
  {
    name: 'sections in sections, and names that none of them has',
    html: `${'{{#a}}'.repeat(3_000)}${numbered(80_000, n => `{{b${n}}}`)}${'{{/a}}'.repeat(3_000)}`,
    columns: { a: '1' },
    ends: 'shown',
  },
  { name: 'tags without a name', html: '{{{}}}'.repeat(60_000), ends: 'shown' },
  {
    name: 'the click address everywhere',
    html: '{{clickUrl}}'.repeat(20_000),
    ends: 'refused-at-once',
    says: tooLarge,
  },
  {
    name: 'every file of a library',
    html: numbered(10_000, n => `/assets/acme/${n}"`),
    ends: 'refused-at-once',
    says: /An ad unit names too many library paths/,
    refusedWith: [400, 'invalid-request', '/adUnits/0/html'],
  },
  {
    name: 'paths in paths that cannot be decoded',
    html: numbered(2_200, n => `${'/assets/acme/'.repeat(34)}${n}%"`),
    ends: 'refused-at-once',
    says: /An ad unit names too many library paths/,
    refusedWith: [400, 'invalid-request', '/adUnits/0/html'],
  },
  { name: 'paths in paths', html: `${'/assets/acme/'.repeat(110)}"`.repeat(100), ends: 'shown' },
]
