import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { zipOfDrawings } from '../../src/rendering/zip-of-drawings.ts'
import { fakeWorld } from '../support/memory/fakes.ts'
import { memoryNodes } from '../support/memory/node.ts'

test('files get their names as they are drawn: those of a large campaign would hold up the node for seconds', async () => {
  const { ports } = memoryNodes(fakeWorld())
  const { sha256: htmlSha256 } = await ports.blobs.put(Buffer.from('<p>ad</p>'))
  let named = 0
  const adUnits = Array.from({ length: 100 }, (_, i) => ({
    adUnitId: i + 1,
    get adUnitName() {
      named++
      return `Unit ${i + 1}`
    },
    dimension: '80x40',
    htmlSha256,
  }))
  const creatives = Array.from({ length: 100 }, (_, i) => ({ creativeName: `pot-${i}`, columns: [] }))
  const stop = new AbortController()
  let namedAtFirst: number | undefined
  const progressed = async () => {
    namedAtFirst ??= named
    stop.abort(new Error('enough'))
  }
  const order = { accountId: 'acme', adUnits, creatives, format: 'png', resolution: 1, signal: stop.signal } as const
  const ended = await zipOfDrawings({ ...order, progressed }, ports).catch(error => error)
  assert.is(ended.message, 'enough')
  assert.ok(namedAtFirst !== undefined && namedAtFirst < 100, `${namedAtFirst} names were looked at`)
})

test.run()
