import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { problems } from '../../../src/http/response/problems.ts'

const test = suite('the registry of problems')
const root = join(import.meta.dirname, '../../..')

const sources = ['src', 'commands', 'queries'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(root, folder, name)),
)

test('every registered code is used, so that the list of problems has only codes that a client can get', () => {
  const text = sources
    .filter(file => !/problems\.ts$/.test(file) || file.includes('/pages/'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  assert.equal(
    Object.keys(problems).filter(code => !text.includes(`'${code}'`)),
    [],
  )
})

test('no two areas register the same code', () => {
  const registered = sources
    .filter(file => /domain\/.*problems\.ts$/.test(file))
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: problem\(/gm)].map(([, code]) => code),
    )
  assert.ok(registered.length > 30)
  assert.is(new Set(registered).size, registered.length)
})

test('codes are kebab-case and each has a title and a description', () => {
  for (const [code, { status, title, docs }] of Object.entries(problems)) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/)
    assert.ok(status >= 400 && status < 600 && title.length > 5 && docs.length > 10, code)
  }
})

test.run()
