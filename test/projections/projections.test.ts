import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../projections/projections.ts'

const root = new URL('../..', import.meta.url).pathname

test('a view stands in the file of its name, so that a name in a metric leads to it', async () => {
  for (const { name } of projections)
    assert.match(
      await readFile(`${root}projections/${name}.ts`, 'utf8'),
      /(?:projection|todoList)[<(]|configuredView\(/,
      name,
    )
})

test('no two views share a name, and every view is tested', async () => {
  const names = projections.map(p => p.name)
  assert.is(new Set(names).size, names.length)
  let tests = ''
  for await (const file of glob('test/projections/*.test.ts', { cwd: root }))
    tests += await readFile(root + file, 'utf8')
  assert.equal(
    names.filter(name => !tests.includes(`projections/${name}.ts'`)),
    [],
  )
})

test.run()
