import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { upload } from '../support/service/flow.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('endcap storage')
let service: Service
test.before(async () => {
  service = await startService()
})
test.after(() => service.stop())

test('what accounts hold is listed by kind, the most first, without a limit too', async () => {
  const none = await endcap(['storage'], service.stores)
  assert.equal([none.code, none.out.trim()], [3, 'account  holds  library  rows  exports  templates  snapshots'])
  await provision(service)
  await service.must('PUT', '/v2/accounts/large', { name: 'Large', orgId: 'org1' })
  const form = new FormData()
  form.set('path', 'a.bin')
  form.set('file', new Blob([Buffer.alloc(5_000)]), 'file')
  assert.is((await service.call('POST', '/v2/accounts/large/assets', undefined, { body: form })).status, 200)
  await upload(service, 'a.bin', Buffer.alloc(2))
  await upload(service, 'b.bin', Buffer.alloc(3))
  const inline = { assetSourceName: 'Pots', assetKeyColumn: 'sku', data: [{ sku: 'one' }] }
  await service.must('POST', `${account}/asset-sources/inline`, inline)
  const { out, code, err } = await endcap(['storage', '--json'], service.stores)
  assert.is(code, 0, err)
  const [first, second, ...others] = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.equal(first, {
    account: 'large',
    bytes: 5_000,
    library: 5_000,
    rows: 0,
    exports: 0,
    templates: 0,
    snapshots: 0,
  })
  const { rows, templates } = second
  assert.equal(second, {
    account: 'acme',
    bytes: 5 + rows + templates,
    library: 5,
    rows,
    exports: 0,
    templates,
    snapshots: 0,
  })
  assert.ok(templates > 0)
  assert.ok(rows > 0)
  assert.equal(others, [])
  const shown = (await endcap(['storage'], service.stores)).out.split('\n')
  assert.match(shown[1] ?? '', /^large +4\.9 KiB +4\.9 KiB +0 bytes +0 bytes +0 bytes +0 bytes$/)
})

test.run()
