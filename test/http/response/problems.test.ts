import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { problemOf, problems } from '../../../src/http/response/problems.ts'

const test = suite('the registry of problems')
const root = join(import.meta.dirname, '../../..')

const sources = ['src', 'commands', 'queries'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(root, folder, name)),
)

test('a client never gets a 500 because a refusal has a code that nobody registered', () => {
  for (const file of sources)
    for (const [, code] of readFileSync(file, 'utf8').matchAll(/\b(?:rejection|refuse)\(\s*'([^']+)'/g))
      assert.ok(Object.hasOwn(problems, code!), `${code} in ${file}`)
})

test('an unknown code is loud', () => {
  for (const code of ['nope', '__proto__', 'toString']) assert.throws(() => problemOf(code), /not registered/)
})

test('codes are kebab-case and each says something', () => {
  for (const [code, { status, title, docs }] of Object.entries(problems)) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/)
    assert.ok(status >= 400 && status < 600 && title.length > 5 && docs.length > 10, code)
  }
})

test.run()
