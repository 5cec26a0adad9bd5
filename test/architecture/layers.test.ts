import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = new URL('../..', import.meta.url).pathname

/**
 * Layers from the inside out, each a list of folders: a file may import its own layer and those before it. Adapters are
 * outside the layers: they implement ports, and only the composition (`src/node`, `src/cli`) imports them.
 */
const layers: readonly (readonly string[])[] = [
  ['src/codec', 'src/domain'],
  ['src/ports', 'src/engine'],
  ['src/links', 'src/list', 'src/pages'],
  ['src/rows'],
  [
    'projections',
    'src/approval',
    'src/library',
    'src/lookups',
    'src/rendering',
    'src/storage',
    'src/asset-sources',
    'src/cloud',
    'src/dsp',
    'src/feeds',
    'src/products',
    'src/media-channels',
    'src/motion-assets',
    'src/retail-campaigns',
    'src/templates',
    'src/audit',
    'src/erasures',
    'src/jobs',
    'src/webhooks',
  ],
  ['commands', 'queries', 'src/processes'],
  ['src/operations'],
  ['src/http', 'src/console', 'src/dsp-sandbox'],
  ['src/node'],
  ['src/cli'],
]
const adapters = 'src/adapters'
/** The last layers are the composition: only they import adapters. */
const composition = ['src/node', 'src/cli']
/** What an adapter may import: its port, the engine's types and the domain's. */
const knownToAdapters = [adapters, ...layers[0]!, ...layers[1]!]

const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`)
const isAdapter = isIn(adapters)
const rankOf = (file: string): number => layers.findIndex(folders => folders.some(folder => isIn(folder)(file)))

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

const shown = ({ from, to }: Import) => `${from} imports ${to}`

test('every file is in a layer, and none at the root of src', () => {
  assert.equal(
    files.filter(file => !isAdapter(file) && rankOf(file) < 0),
    [],
  )
  assert.ok(imports.length > 200, 'the imports were read')
})

test('no layer imports an outer one', () => {
  const wrong = imports.filter(({ from, to }) => !isAdapter(from) && !isAdapter(to) && rankOf(to) > rankOf(from))
  assert.equal(wrong.map(shown), [])
})

test('only the composition imports adapters', () => {
  const wrong = imports.filter(
    ({ from, to }) => isAdapter(to) && !isAdapter(from) && !composition.some(folder => isIn(folder)(from)),
  )
  assert.equal(wrong.map(shown), [])
})

test('adapters import only ports, the engine and the domain', () => {
  const wrong = imports.filter(({ from, to }) => isAdapter(from) && !knownToAdapters.some(folder => isIn(folder)(to)))
  assert.equal(wrong.map(shown), [])
})

test('of the domain, the engine imports only the shared folder', () => {
  const wrong = imports.filter(
    ({ from, to }) => isIn('src/engine')(from) && isIn('src/domain')(to) && !isIn('src/domain/shared')(to),
  )
  assert.equal(wrong.map(shown), [])
})

test('browser scripts import only each other, and all are type-checked', async () => {
  const served = new Set<string>()
  for await (const file of glob('src/{console,http/pages}/browser/*.js', { cwd: root })) served.add(file)
  assert.ok(served.size > 10, 'the scripts were read')
  const [foreign, unchecked]: [string[], string[]] = [[], []]
  for (const file of served) {
    const source = await readFile(join(root, file), 'utf8')
    if (!source.startsWith('// @ts-check\n')) unchecked.push(file)
    for (const [, path = ''] of source.matchAll(/^import[^'"]*['"]([^'"]+)['"]/gm))
      if (!served.has(normalize(join(dirname(file), path)))) foreign.push(`${file} imports ${path}`)
  }
  assert.equal(foreign, [])
  assert.equal(unchecked, [])
})

const cyclesOf = (edges: readonly Import[]): string[] => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    const seen = path.indexOf(node)
    if (seen >= 0) cycles.push([...path.slice(seen), node].join(' → '))
    if (seen >= 0 || done.has(node)) return
    for (const to of next.get(node) ?? []) visit(to, [...path, node])
    done.add(node)
  }
  for (const node of next.keys()) visit(node, [])
  return cycles
}

test('imports have no cycles', () => {
  assert.equal(cyclesOf(imports), [])
})

test('folders have no cycles', () => {
  const folderOf = (file: string) => /^(?:src\/)?[^/]+/.exec(file)![0]
  const between = imports.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
  assert.equal(cyclesOf(between.filter(({ from, to }) => from !== to)), [])
})

test.run()
