import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DspConfiguration } from '../../../src/domain/dsp/configuration-events.ts'
import { compareWithDsp } from '../../../src/dsp/reconcile/compare.ts'
import { openDspReadings } from '../../../src/dsp/reconcile/open-dsp-readings.ts'
import { type Dsp, type DspCreative, type DspFailure, isDspFailure } from '../../../src/ports/dsp.ts'
import type { DspReadings } from '../../../src/ports/dsp-readings.ts'
import { memoryStores } from '../../support/memory/node.ts'

const configuration: DspConfiguration = {
  ...{ accountId: 'acme', configId: 1, configName: 'Spring', dspPartnerId: 1001 },
  ...{ dspAdvertiserId: 2001, dspAdvertiserName: 'Advertiser' },
}
const unavailable: DspFailure = { code: 'unavailable', detail: 'The DSP is not available.', transient: true }
const creative = (tagId: string): DspCreative => {
  return { tagId, creativeId: `c-${tagId}`, name: '', state: 'active', review: 'approved', updatedAt: '' }
}

/** A DSP whose list shows these tags, and ends when the test says so. `waitMs`: how long a request waits. */
const listing = (tagIds: readonly string[], waitMs: number) => {
  const signals: AbortSignal[] = []
  let ends: PromiseWithResolvers<DspFailure | undefined> = Promise.withResolvers()
  const findCreatives: Dsp['findCreatives'] = async (_, { isWanted }, signal) => {
    const found = tagIds.filter(isWanted)
    if (signal === undefined) throw new Error('a reading that nothing can end')
    signals.push(signal)
    const ended: DspFailure = { code: 'ended', detail: '', transient: false }
    if (signal.aborted) return ended
    signal.addEventListener('abort', () => ends.resolve(ended))
    return (await ends.promise) ?? found.map(creative)
  }
  const { readModels } = memoryStores()
  const readings = openDspReadings({
    ...{
      dsp: { findCreatives } as Dsp,
      dspAccess: { of: (accountId: string) => ({ accountId, token: async () => 'token' }) },
      readModels,
      waitMs,
    },
  })
  return {
    signals,
    readings,
    readModels,
    end: (failure?: DspFailure) => ends.resolve(failure),
    another: () => {
      ends = Promise.withResolvers()
    },
    shown: async () => {
      const result = await readings.creatives(configuration)
      if (isDspFailure(result)) return result.code
      return 'read' in result ? `${result.read} read` : result.creatives.map(({ tagId }) => tagId)
    },
  }
}
const aMinute = 60_000

test('a reading that takes longer than a request waits goes on, and the next request gets it once', async () => {
  const { shown, end, another, signals } = listing(['acme:1:1', 'rival:1:1', 'acme:1:2'], 1)
  assert.is(await shown(), '3 read')
  end()
  assert.equal(await shown(), ['acme:1:1', 'acme:1:2'])
  assert.is(signals.length, 1)
  another()
  assert.is(await shown(), '3 read', 'what the DSP has now, not what it had')
  assert.is(signals.length, 2)
})

test('a reading that gets on with nothing is a time-out, and ends', async () => {
  const { shown, signals } = listing([], 1)
  assert.is(await shown(), 'timeout')
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [true],
  )
})

test('requests at the same time share a reading, and its failure', async () => {
  const { shown, end, another, signals } = listing(['acme:1:1'], aMinute)
  const both = [shown(), shown()]
  end(unavailable)
  assert.equal([await Promise.all(both), signals.length], [['unavailable', 'unavailable'], 1])
  another()
  end()
  assert.equal([await shown(), signals.length], [['acme:1:1'], 2])
})

test('an account that begins many readings ends its own oldest one, not that of another account', async () => {
  const { readings, signals } = listing(['acme:1:1'], aMinute)
  const other = readings.creatives({ ...configuration, accountId: 'umbra' })
  const many = Array.from({ length: 20 }, (_, n) => readings.creatives({ ...configuration, dspAdvertiserId: n }))
  const ended = await many[0]
  assert.ok(ended !== undefined && isDspFailure(ended))
  assert.equal([ended.code, ended.transient], ['rate-limited', true])
  assert.equal(
    signals.flatMap(({ aborted }, n) => (aborted ? [n] : [])),
    [1],
  )
  readings.close()
  await Promise.all([other, ...many])
})

test('a node that stops ends its readings', async () => {
  const { shown, readings, signals } = listing(['acme:1:1'], 1)
  assert.is(await shown(), '1 read')
  readings.close()
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [true],
  )
})

test('a comparison whose reading goes on says how far it is, and to ask again', async () => {
  const { readModels } = memoryStores()
  const dspReadings: DspReadings = { creatives: async () => ({ read: 12_400 }), close: () => undefined }
  const refused = await compareWithDsp({ readModels, dspReadings }, configuration)()
  assert.ok(E.isLeft(refused))
  assert.is(refused.left.code, 'dsp-still-reading')
  assert.match(refused.left.detail, /12400 so far\. Send the request again/)
})

test.run()
