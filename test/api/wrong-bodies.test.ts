import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { operations } from '../../src/operations/operations.ts'
import type { Row } from '../../src/operations/row.ts'
import { provision, type Service, startService } from '../support/service/service.ts'
import { wrongBodies } from '../support/service/wrong-bodies.ts'

/** Bodies that the OpenAPI document forbids, derived from the table of operations. */
const test = suite('bodies that the document forbids')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const rows = operations.filter(
  ({ operation }) => operation.kind === 'command' && operation.body && operation.example?.body,
)
const document = openApiOf(rows, '0')
type Described = {
  readonly operationId: string
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: object; readonly example: unknown } }
  }
}
const described = new Map(
  Object.values(document.paths as Record<string, Record<string, Described>>)
    .flatMap(Object.values)
    .map(operation => [operation.operationId, operation.requestBody.content['application/json']]),
)
const ids: Readonly<Record<string, string>> = { accountId: 'acme', orgId: 'org1', adServerId: 'dsp1' }
const pathOf = ({ path }: Row): string => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '1')
/** Of the whole body: a single text may be too long for it. */
const maxBytesOf = ({ operation }: Row): number => operation.maxBytes ?? 1_048_576
const position = async () => (await service.call('GET', '/v2/org/org1')).headers.get('endcap-position')

for (const row of rows) {
  test(`${row.operationId}: every field that is missing, null, of a wrong type or too long is reported, and nothing is appended`, async () => {
    const { schema, example } = described.get(row.operationId) ?? assert.unreachable(row.operationId)
    const before = await position()
    const wrong = wrongBodies({ ...schema }, example, document)
    assert.ok(wrong.length > 5, `${wrong.length} bodies`)
    const answers = await Promise.all(wrong.map(({ body }) => service.call(row.method, pathOf(row), body)))
    for (const [i, { what, pointer, body }] of wrong.entries()) {
      const { status, json, text } = answers[i]!
      if (Buffer.byteLength(JSON.stringify(body)) > maxBytesOf(row)) {
        assert.equal([status, json?.code], [413, 'too-large'], what.slice(0, 100))
        continue
      }
      if (row.operation.refused) {
        // the shape of its own has the fault in one text, with its pointer
        assert.equal([status, json?.status], [422, 422], `${what}: ${text.slice(0, 300)}`)
        assert.ok(json.error.startsWith(pointer) || pointer === '', `${what}: ${json.error}`)
        continue
      }
      const isTooLong = json?.errors?.[0]?.code === 'too-long'
      const refusal = isTooLong ? [413, 'too-large'] : [400, 'invalid-request']
      assert.equal([status, json?.code], refusal, `${what}: ${text.slice(0, 300)}`)
      const found = json.errors.map((e: { pointer: string }) => e.pointer)
      assert.ok(
        found.length > 0 && found.every((p: string) => p.startsWith(pointer)),
        `${what} is reported at ${found}`,
      )
      // the name of a codec says nothing to a caller
      for (const { detail } of json.errors) assert.not.match(detail, /[<{(]/, what)
    }
    assert.is(await position(), before, 'nothing was appended')
    assert.is((await service.call('GET', '/healthz', undefined, { key: undefined })).status, 200)
  })
}

test.run()
