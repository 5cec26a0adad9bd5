import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../projections/projections.ts'
import { everyEvent } from '../support/examples/every-event.ts'

const root = new URL('../..', import.meta.url).pathname

const fileOf = new Map<string, string>()
for await (const file of glob('projections/*/*.ts', { cwd: root })) fileOf.set(file.replace(/^.*\/|\.ts$/g, ''), file)

test('every exported view is registered', async () => {
  const isView = (value: unknown) => typeof value === 'object' && value !== null && 'idOf' in value && 'codec' in value
  const registered = new Set(projections.map(p => p.name))
  const missing: string[] = []
  for (const file of fileOf.values())
    for (const value of Object.values<{ readonly name?: string }>(await import(root + file)))
      if (isView(value) && !registered.has(value.name ?? '')) missing.push(`${value.name} of ${file}`)
  assert.equal(missing, [])
})

test('a view is in the file of its name, so that the name in a metric leads to it', async () => {
  for (const { name } of projections) {
    const file = fileOf.get(name)
    assert.ok(file, `no file for the view ${name}`)
    assert.match(await readFile(root + file, 'utf8'), /(?:projection(?:O[fn])?|todoList|configuredView)[<(]/, name)
  }
})

test('view names are unique, and every view is tested', async () => {
  const names = projections.map(p => p.name)
  assert.is(new Set(names).size, names.length)
  let tests = ''
  for await (const file of glob('test/projections/**/*.test.ts', { cwd: root }))
    tests += await readFile(root + file, 'utf8')
  assert.equal(
    names.filter(name => !tests.includes(`/${name}.ts'`)),
    [],
  )
})

test('views that do not read their documents produce the same ones regardless of the previous content', async () => {
  for (const { name, anew, categories, idOf, evolve } of projections) {
    if (!anew) continue
    const documents = new Map<string, unknown>()
    for (const event of everyEvent.filter(({ stream }) => categories.some(c => stream.startsWith(`${c}-`)))) {
      const id = idOf(event)
      if (id === undefined) continue
      const alone = evolve(undefined, event)
      assert.equal(evolve(documents.get(id), event), alone, `${name} ${id}`)
      assert.equal(evolve({ left: 'over' }, event), alone, `${name} ${id}`)
      documents.set(id, alone)
    }
    assert.ok(documents.size > 0, name)
  }
})

test('documents in log order are one an event at most, and their ids sort like the positions', async () => {
  const inOrder = projections.filter(({ inLogOrder }) => inLogOrder)
  assert.ok(inOrder.length > 0)
  const events = everyEvent.map((event, i) => ({ ...event, position: BigInt(i + 1) }))
  for (const { name, anew, idOf } of inOrder) {
    assert.ok(anew, name)
    const ids = events.flatMap(event => idOf(event) ?? [])
    assert.ok(ids.length > 0, name)
    assert.equal(ids, [...new Set(ids)].sort(), name)
  }
})

test.run()
