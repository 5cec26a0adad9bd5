import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../../projections/projections.ts'
import { projectionsWith } from '../../../src/node/stores/own-projections.ts'

const test = suite('projections of the operator')
let folder: string
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endcap-own-'))
})
test.after(() => rm(folder, { recursive: true }))

const written = async (name: string, text: string): Promise<string> => {
  const path = join(folder, `${name}.mjs`)
  await writeFile(path, text)
  return path
}
const whole = (name: string) =>
  `{ name: '${name}', version: 1, indexes: [], categories: ['approval'], idOf: () => 'a', evolve: () => ({}) }`

test('views of the operator come after those of the release', async () => {
  const all = await projectionsWith(await written('two', `export default [${whole('own-a')}, ${whole('own-b')}]`))
  assert.equal(
    all.slice(projections.length).map(({ name }) => name),
    ['own-a', 'own-b'],
  )
  assert.equal(all.slice(0, projections.length), projections)
  assert.is(await projectionsWith(undefined), projections)
})

for (const [what, text, expected] of [
  ['no list', 'export default {}', /the default export must be a list/],
  ['a name of the release', `export default [${whole('accounts')}]`, /projection 1: name must begin with own-/],
  ['no rules', `export default [{ name: 'own-x', version: 1, indexes: [], categories: [] }]`, /projection 1: idOf is/],
  ['one name twice', `export default [${whole('own-x')}, ${whole('own-x')}]`, /own-x is there twice/],
  ['an error', `throw new Error('not today')`, /it cannot be loaded: not today/],
] as const)
  test(`a module with ${what} is refused, with what is wrong`, async () => {
    const path = await written(what.replaceAll(' ', '-'), text)
    const error = await projectionsWith(path).then(
      () => undefined,
      fault => fault,
    )
    assert.is(error?.name, 'ConfigError')
    assert.match(error.message, expected)
    assert.ok(error.message.startsWith(`PROJECTIONS ${path}: `))
  })

test.run()
