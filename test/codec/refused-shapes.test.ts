import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FeedConfig } from '../../src/domain/asset-sources/feed-format.ts'
import { SentConfig } from '../../src/domain/asset-sources/sent-config.ts'
import { shownConfig } from '../../src/domain/asset-sources/shown-config.ts'
import { AssetMapItem } from '../../src/domain/campaigns/campaign.ts'
import { SentPartnerDspColumns } from '../../src/domain/creatives/partner-dsp-columns.ts'
import { refuses, reported } from '../support/given/codec.ts'

test('a field that takes several shapes says which, so that a caller need not guess', () => {
  const goal = 'must be one of CLICKS, CONVERSIONS, REVENUE, VIEWS, or a whole number from 0'
  for (const recOptimizationGoal of ['clicks', -1, 1.5, true])
    assert.equal(reported(SentPartnerDspColumns, { recOptimizationGoal }), [`/recOptimizationGoal ${goal}`])
  const columns = 'must be an object from column to its number, from 0, or a list of at most 500 such numbers'
  for (const csvColumns of ['0', [-1], { sku: 'first' }])
    for (const codec of [FeedConfig, SentConfig])
      assert.equal(reported(codec, { csvColumns }), [`/csvColumns ${columns}`])
  const item = { assetId: 'a', assetSourceId: 0, assetSourceColumn: 'b' }
  assert.equal(reported(AssetMapItem, item), ['/assetSourceId must be the number of an asset source, also as a text'])
})
test('a feedConfig says in every way that processFeed did that the feed has none (SOURCE-4)', () => {
  const decoded = (sent: object) => {
    const read = SentConfig.decode(sent)
    return E.isRight(read) ? read.right : reported(SentConfig, sent)
  }
  const json = {
    rootIsArray: true,
    rootIsObject: false,
    oneRowPerObject: false,
    rowXPath: '/',
    xpathMap: { sku: 'sku' },
  }
  for (const config of [
    { csvColumns: { sku: 0 }, memPerRow: 180, estRowsPerChunk: 1_456 },
    { rowXPath: '/rss/item', xpathMap: { sku: '@id' }, fileId: 'a.xml', memPerRow: 1, estRowsPerChunk: 1 },
    { ...json, memPerRow: 1, estRowsPerChunk: 1, cdp: true, cdpXpathMap: { sku: 'sku' } },
  ])
    assert.equal(decoded(shownConfig(config)), config)
  assert.equal(decoded({ csvColumns: [], rowXPath: null, cdp: false, memPerRow: null }), {})
})

test('what is no feedConfig at all must be an object', () =>
  refuses(SentConfig, 'must be an object', null, 'config', [0]))

test.run()
