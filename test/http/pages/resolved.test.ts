import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolvedAt } from '../../../src/http/pages/browser/resolved.js'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('what the documentation page shows of the OpenAPI document')

test('a reference is replaced by what it refers to, with what stands beside it', () => {
  const document = {
    paths: { '/things': { get: { $ref: '#/components/x/a~1b~0c', summary: 'Ours' } } },
    components: { x: { 'a/b~c': { summary: 'Theirs', tags: ['T'] } } },
  }
  assert.equal(resolvedAt(document, ['paths', '/things', 'get']), { summary: 'Ours', tags: ['T'] })
})

test('a schema that refers to itself is followed once', () => {
  const document = { components: { schemas: { Tree: { items: { $ref: '#/components/schemas/Tree' } } } } }
  const tree = { $ref: '#/components/schemas/Tree' }
  assert.equal(resolvedAt(document, ['components']), { schemas: { Tree: { items: { items: tree } } } })
})

test('members of allOf become one schema, of which the last word counts', () => {
  const code = { enum: ['a', 'b'], description: 'Why.' }
  const document = {
    all: {
      description: 'All.',
      allOf: [
        { required: ['code'], properties: { code } },
        { required: ['more'], properties: { code: { enum: ['b'] }, more: {} } },
      ],
    },
  }
  assert.equal(resolvedAt(document, ['all']), {
    required: ['code', 'more'],
    properties: { code: { enum: ['b'], description: 'Why.' }, more: {} },
    description: 'All.',
  })
})

test('a reference to nothing stays, and a path to nothing is undefined', () => {
  assert.equal(resolvedAt({ a: { $ref: '#/b' } }, ['a']), { $ref: '#/b' })
  assert.is(resolvedAt({}, ['paths', 'constructor', 'name']), undefined)
})

test('nothing but recursion is left to resolve in the operations of the service', async () => {
  const app = await startApp(thingRows)
  try {
    const document = await (await fetch(`http://127.0.0.1:${app.port}/openapi.json`)).json()
    const whole = JSON.stringify(resolvedAt(document, ['paths']))
    assert.ok(whole.includes('"not-found"'))
    assert.equal(whole.match(/"(\$ref|allOf)":[^,]*/g), null)
  } finally {
    await app.stop()
  }
})

test.run()
