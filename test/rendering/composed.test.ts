import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composed } from '../../src/rendering/composed.ts'
import { fakeComposer } from '../support/memory/fakes.ts'

const test = suite('composed ads')

test('the template of many ads is read once: while one reads it, no other is composed', async () => {
  const html = '<p>{{name}}</p>'
  let reads = 0
  const read = async () => {
    if (++reads === 1) throw new Error('the store is away')
    return Buffer.from(html)
  }
  const ports = { blobs: { read }, composer: fakeComposer } as unknown as Parameters<typeof composed>[1]
  const adUnit = { adUnitId: 1, adUnitName: 'Hero', dimension: '80x40', htmlSha256: 'a' }
  const ad = async (name: string) => {
    const creative = {
      creativeName: name,
      columns: [{ columnName: 'name', columnValue: name, adUnitTransformations: [] }],
    }
    const made = await composed({ accountId: 'acme', adUnit, creative }, ports)
    return 'code' in made ? made.detail : made.html
  }
  assert.match(String(await ad('pot').catch(error => error)), 'the store is away')
  assert.equal([await ad('pot'), await ad('pan'), await ad('lid')], ['<p>pot</p>', '<p>pan</p>', '<p>lid</p>'])
  assert.is(reads, 2)
})

test.run()
