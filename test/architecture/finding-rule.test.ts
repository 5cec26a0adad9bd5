import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operations } from '../../src/operations/operations.ts'

const root = new URL('../..', import.meta.url).pathname
const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const files = new Map<string, string>()
for (const folder of ['commands', 'queries'])
  for await (const file of glob(`${folder}/**/*.ts`, { cwd: root })) files.set(file.split('/').pop() ?? '', file)

test('operationId, exported name and file name (in kebab-case) are the same', async () => {
  for (const { operationId, operation } of operations) {
    const file = files.get(`${kebab(operationId)}.ts`)
    assert.ok(file && existsSync(root + file), `no file ${kebab(operationId)}.ts for ${operationId}`)
    assert.ok(
      file.startsWith(operation.kind === 'command' ? 'commands/' : 'queries/'),
      `${file} is in the wrong folder for a ${operation.kind}`,
    )
    assert.match(await readFile(root + file, 'utf8'), new RegExp(`export const ${operationId} = `))
  }
})

test('commands/ and queries/ contain one operation per file, and nothing else', async () => {
  const named = new Set(operations.map(row => `${kebab(row.operationId)}.ts`))
  assert.equal(
    [...files].filter(([name]) => !named.has(name)).map(([, file]) => file),
    [],
  )
  for (const file of files.values()) {
    const exported = [...(await readFile(root + file, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm)]
    assert.is(exported.length, 1, `${file} exports ${exported.map(([, name]) => name).join(', ')}`)
  }
})

test('no two rows share an operationId, or a method and path', () => {
  const ids = operations.map(row => row.operationId)
  assert.is(new Set(ids).size, ids.length)
  const places = operations.map(row => `${row.method} ${row.path.replace(/[:*]\w+/g, '*')}`)
  assert.is(new Set(places).size, places.length)
})

test('every operation has a one-line summary', () => {
  for (const { operationId, operation } of operations) {
    assert.ok(operation.summary.length > 10 && operation.summary.length <= 80, `${operationId}: ${operation.summary}`)
    assert.not.ok(operation.summary.includes('\n'))
  }
})

test.run()
