import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = new URL('../..', import.meta.url).pathname

/** Ids of rules; each is bold at the start of a paragraph in the interface reference or the architecture: `**EXPORT-3**`. */
const rules: string[] = []
for (const pattern of ['docs/interface/*.md', 'docs/architecture.md'])
  for await (const file of glob(pattern, { cwd: root }))
    for (const [, id] of (await readFile(root + file, 'utf8')).matchAll(/^(?:- |\d+\. )?\*\*([A-Z]+-\d+)\*\*/gm))
      rules.push(id!)
const areas = new Set(rules.map(id => id.split('-')[0]!))

/** Numbers of the decision records, from their file names. */
const records = new Set<string>()
for await (const file of glob('docs/decisions/*.md', { cwd: root })) records.add(file.replace(/^.*\/(\d{4})?.*$/, '$1'))

const texts: (readonly [file: string, text: string])[] = []
for (const pattern of ['{src,commands,queries,projections,test,bench,examples}/**/*.{ts,js}', '*.md', 'docs/**/*.md'])
  for await (const file of glob(pattern, { cwd: root, exclude: name => name === 'node_modules' }))
    texts.push([file, await readFile(root + file, 'utf8')])

const area = new RegExp(`\\b(?:${[...areas].join('|')})-\\d+\\b`, 'g')

test('each rule id is unique, and the rules of a page are numbered without gaps', () => {
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

test('every reference to a rule is valid', () => {
  const known = new Set(rules)
  const lost = texts.flatMap(([file, text]) =>
    (text.match(area) ?? []).filter(id => !known.has(id)).map(id => `${file}: ${id}`),
  )
  assert.equal(lost, [])
})

test('every reference to a decision record is valid', () => {
  const lost = texts.flatMap(([file, text]) =>
    [...text.matchAll(/\bADR (\d{4})\b/g)].filter(([, id]) => !records.has(id!)).map(([adr]) => `${file}: ${adr}`),
  )
  assert.equal(lost, [])
})

test('nothing cites numbers of documents outside this repository', () => {
  // a text that begins with a row is about rows of data
  const cited =
    /\bdecisions, last section\b|\b(?:decisions?|design|(?<!['"`])rows?) \d+\b|\b(?:section|spec) \d+(?:\.\d+)?\b|(?<=\s)\([2-5]\.\d{1,2}[),]/i
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
