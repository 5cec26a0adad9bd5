import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = new URL('../..', import.meta.url).pathname

/** Layers from the inside out (design 3): a file may import its own layer and those before it. */
const layers: readonly (readonly [name: string, matches: RegExp])[] = [
  ['shapes and domain', /^src\/(?:codec\.ts|domain\/)/],
  ['ports', /^src\/(?:ports|config)\/|^src\/config\.ts$/],
  [
    'shapes',
    /^src\/(?:operation|execute|load|stream-queues|ids|projection|project|run-projections|process|run-process|work-on-list|free-items|answer|known-events|when-wanted)\.ts$/,
  ],
  ['presentation and lists', /^src\/(?:pages|links|list)\//],
  [
    'operations, projections, processes',
    /^(?:commands|queries|projections)\/|^src\/(?:audit|cloud|processes|rendering|serving)\/|^src\/(?:campaign-channel|campaign-content|campaign-references|campaign-view|read-snapshot|approval-link)\.ts$/,
  ],
  ['table', /^src\/operations\.ts$/],
  ['http', /^src\/(?:http|console)\//],
  [
    'composition',
    /^src\/(?:main|outside|stores|find-key|log-lines|watch-stores|tell-outages|whole-blobs)\.ts$|^src\/(?:cli|stores)\//,
  ],
]
/** Adapters stand beside the layers: they know ports, shapes and the domain, and only the composition knows them. */
const isAdapter = (file: string) => file.startsWith('src/adapters/')

const rankOf = (file: string): number => layers.findIndex(([, matches]) => matches.test(file))

const files: string[] = []
for (const pattern of ['src/**/*.ts', 'commands/**/*.ts', 'queries/**/*.ts', 'projections/**/*.ts'])
  for await (const file of glob(pattern, { cwd: root })) files.push(file)

type Import = { readonly from: string; readonly to: string }
const imports: Import[] = []
for (const file of files) {
  const source = await readFile(join(root, file), 'utf8')
  for (const [, path] of source.matchAll(/(?:(?:import|export)\s[^'"]*?from\s+|import\s+|import\()'(\.[^']+\.ts)'/g))
    if (path) imports.push({ from: file, to: normalize(join(dirname(file), path)) })
}

test('every file has its layer', () => {
  assert.equal(
    files.filter(file => !isAdapter(file) && rankOf(file) < 0),
    [],
  )
  assert.ok(imports.length > 200, 'the imports were read')
})

test('nothing inside knows what is outside of it', () => {
  const wrong = imports.filter(({ from, to }) => !isAdapter(from) && !isAdapter(to) && rankOf(to) > rankOf(from))
  assert.equal(
    wrong.map(w => `${w.from} imports ${w.to}`),
    [],
  )
})

test('only the composition names an adapter', () => {
  const composition = layers.length - 1
  const wrong = imports.filter(({ from, to }) => isAdapter(to) && !isAdapter(from) && rankOf(from) !== composition)
  assert.equal(
    wrong.map(w => `${w.from} imports ${w.to}`),
    [],
  )
})

test('an adapter knows ports, shapes and the domain, nothing that serves requests', () => {
  const wrong = imports.filter(({ from, to }) => isAdapter(from) && !isAdapter(to) && rankOf(to) > 2)
  assert.equal(
    wrong.map(w => `${w.from} imports ${w.to}`),
    [],
  )
})

test('a script for the browser knows its neighbours only, and each of them is checked by types', async () => {
  const served = new Set<string>()
  for await (const file of glob('src/console/browser/*.js', { cwd: root })) served.add(file)
  assert.ok(served.size > 10, 'the scripts were read')
  const [strangers, unchecked]: [string[], string[]] = [[], []]
  for (const file of served) {
    const source = await readFile(join(root, file), 'utf8')
    if (!source.startsWith('// @ts-check\n')) unchecked.push(file)
    for (const [, path = ''] of source.matchAll(/^import[^'"]*['"]([^'"]+)['"]/gm))
      if (!served.has(normalize(join(dirname(file), path)))) strangers.push(`${file} imports ${path}`)
  }
  assert.equal(strangers, [])
  assert.equal(unchecked, [])
})

test('imports make no circle', () => {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const seen = path.indexOf(file)
    if (seen >= 0) circles.push([...path.slice(seen), file].join(' → '))
    if (seen >= 0 || done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  assert.equal(circles, [])
})

test.run()
