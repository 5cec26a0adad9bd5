import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = new URL('../..', import.meta.url).pathname

/** Ids of rules, each the bold beginning of a paragraph in the interface reference or the architecture: `**EXPORT-3**`. */
const rules: string[] = []
for (const pattern of ['docs/interface/*.md', 'docs/architecture.md'])
  for await (const file of glob(pattern, { cwd: root }))
    for (const [, id] of (await readFile(root + file, 'utf8')).matchAll(/^(?:- |\d+\. )?\*\*([A-Z]+-\d+)\*\*/gm))
      rules.push(id!)
const areas = new Set(rules.map(id => id.split('-')[0]!))

/** Numbers of decision records, by their files. */
const records = new Set<string>()
for await (const file of glob('docs/decisions/*.md', { cwd: root })) records.add(file.replace(/^.*\/(\d{4})?.*$/, '$1'))

const texts: (readonly [file: string, text: string])[] = []
for (const pattern of ['{src,commands,queries,projections,test,bench,examples}/**/*.{ts,js}', '*.md', 'docs/**/*.md'])
  for await (const file of glob(pattern, { cwd: root })) texts.push([file, await readFile(root + file, 'utf8')])

const area = new RegExp(`\\b(?:${[...areas].join('|')})-\\d+\\b`, 'g')

test('a rule has one place, and rules of a page are numbered without a gap', () => {
  assert.ok(rules.length > 100, 'the rules were read')
  assert.is(new Set(rules).size, rules.length)
  for (const prefix of areas) {
    const numbers = rules.filter(id => id.startsWith(`${prefix}-`)).map(id => Number(id.split('-')[1]))
    assert.equal(
      numbers,
      numbers.map((_, i) => i + 1),
      prefix,
    )
  }
})

test('every reference to a rule leads to one', () => {
  const known = new Set(rules)
  const lost = texts.flatMap(([file, text]) =>
    (text.match(area) ?? []).filter(id => !known.has(id)).map(id => `${file}: ${id}`),
  )
  assert.equal(lost, [])
})

test('every reference to a decision record leads to one', () => {
  const lost = texts.flatMap(([file, text]) =>
    [...text.matchAll(/\bADR (\d{4})\b/g)].filter(([, id]) => !records.has(id!)).map(([adr]) => `${file}: ${adr}`),
  )
  assert.equal(lost, [])
})

test('nothing cites a document by a number that this repository does not have', () => {
  const cited = /\b(?:decisions?|design|rows?) \d+\b|\b(?:section|spec) \d+(?:\.\d+)?\b|\(\d\.\d{1,2}\)/i
  const lost = texts
    .filter(([file]) => !file.startsWith('docs/') && !file.endsWith('references.test.ts') && !file.startsWith('bench/'))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, i) => (cited.test(line) && !/RFC/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    )
  assert.equal(lost, [])
})

test.run()
