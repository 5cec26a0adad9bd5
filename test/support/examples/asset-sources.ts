import type { SourceRowsDropped } from '../../../src/domain/asset-sources/dropped-rows.ts'
import type { AssetSourceEvent, LabelEvent } from '../../../src/domain/asset-sources/events.ts'
import type { FeedEvent, FeedRunEvent, FeedSettings } from '../../../src/domain/asset-sources/feed-events.ts'
import type { Understood } from '../../../src/domain/asset-sources/feed-format.ts'
import type {
  MotionEvent,
  MotionNameTaken,
  MotionRunEvent,
  MotionSettings,
} from '../../../src/domain/asset-sources/motion-events.ts'
import type {
  RecommendationEvent,
  RecommendationSettings,
  SourceViewsEvent,
} from '../../../src/domain/asset-sources/recommendation-events.ts'
import type { RemoteSettings } from '../../../src/domain/asset-sources/remote.ts'
import type { RowSet } from '../../../src/domain/asset-sources/row-set.ts'

const at = '2026-05-01T10:00:00.000Z'

export const rowSet = (digest = 'd1', columns = ['sku', 'headline']): RowSet => ({
  blob: `blob-of-${digest}`,
  bytes: 300,
  digest,
  rows: 2,
  columns,
})
export const assetSourceCreated: AssetSourceEvent = {
  type: 'AssetSourceCreated',
  data: {
    accountId: 'acme',
    assetSourceId: 12,
    assetSourceType: 'inline',
    assetSourceName: 'Spring products',
    roles: { assetKeyColumn: 'sku' },
    at,
  },
}
export const assetSourceChanged: AssetSourceEvent = {
  type: 'AssetSourceChanged',
  data: { assetSourceName: 'Summer products', roles: { assetKeyColumn: 'sku', reportingColumn: 'headline' }, at },
}
export const remoteSettings: RemoteSettings = {
  url: 'https://shop.example.com/products.json',
  httpMethod: 'GET',
  contentType: 'json',
  cacheTime: 600,
  columnNames: [],
  secretId: 'secret:2',
}
export const remoteCreated = {
  type: 'AssetSourceCreated',
  data: {
    accountId: 'acme',
    assetSourceId: 12,
    assetSourceType: 'remote',
    assetSourceName: 'Spring products',
    roles: { assetKeyColumn: 'sku' },
    at,
  },
} as const satisfies AssetSourceEvent
export const remoteConfigured = (remote = remoteSettings): AssetSourceEvent => ({
  type: 'RemoteConfigured',
  data: { remote, at },
})
export const assetSourceLoaded = (version = 1, set = rowSet()): AssetSourceEvent => ({
  type: 'AssetSourceLoaded',
  data: { load: { version, set, at } },
})
export const assetSourceRolledBack: AssetSourceEvent = { type: 'AssetSourceRolledBack', data: { version: 1, at } }

export const sourceRowsDropped = (version = 1): SourceRowsDropped => ({
  type: 'SourceRowsDropped',
  data: { version, at },
})

export const assetSourceLabelled = (label = 'spring'): LabelEvent => ({
  type: 'AssetSourceLabelled',
  data: { label, at },
})
export const assetSourceUnlabelled: LabelEvent = { type: 'AssetSourceUnlabelled', data: { label: 'spring', at } }

export const feedSettings: FeedSettings = {
  place: { url: 'https://shop.example.com/products.csv', urlType: 'https', secretId: 'secret:1' },
  format: { contentType: 'csv' },
  config: {},
  schedule: { startTime: '06:30', frequency: 'DAILY', from: '2026-05-01' },
}
export const feedConfigured = (settings = feedSettings): FeedEvent => ({
  type: 'FeedConfigured',
  data: { accountId: 'acme', assetSourceId: 12, settings, at },
})
export const feedChanged = (settings: FeedSettings): FeedEvent => ({ type: 'FeedChanged', data: { settings, at } })
export const feedUnderstood = (understood: Understood): FeedEvent => ({
  type: 'FeedUnderstood',
  data: { understood, at },
})
export const feedRunRequested = (run = 1, due?: string): FeedEvent => ({
  type: 'FeedRunRequested',
  data: { accountId: 'acme', assetSourceId: 12, queueId: `feed-12-${run}`, run, at, ...(due ? { due } : {}) },
})

export const feedRunStarted = (attempt = 1): FeedRunEvent => ({
  type: 'FeedRunProgressed',
  data: { attempt, rows: 0, at },
})
export const feedRunProgressed: FeedRunEvent = { type: 'FeedRunProgressed', data: { attempt: 1, rows: 1_000, at } }
export const feedRunAttemptFailed = (attempt = 1, retryAt = '2026-05-01T10:01:00.000Z'): FeedRunEvent => ({
  type: 'FeedRunAttemptFailed',
  data: { attempt, reason: 'The server cannot be reached.', retryAt, at },
})
export const feedRunCompleted = (rows = 1_000, rowsBefore = 900): FeedRunEvent => ({
  type: 'FeedRunCompleted',
  data: {
    rows,
    rowsBefore,
    columnsMissing: [],
    faultyRows: 1,
    faults: [{ item: 'row 7', code: 'key-missing', detail: 'has no sku, and was left out' }],
    at,
  },
})
export const feedRunFailed: FeedRunEvent = {
  type: 'FeedRunFailed',
  data: { code: 'unreachable', reason: 'The server cannot be reached.', at },
}
export const feedRunRetried: FeedRunEvent = {
  type: 'FeedRunRetried',
  data: { reason: 'the server is back', at },
}

export const motionSettings: MotionSettings = {
  base: { assetSourceId: 3, retailCampaignIdx: 12 },
  retailCampaignIdx: 12,
  columns: [{ adUnitId: 1, column: 'film' }],
}
export const motionNameTaken: MotionNameTaken = { type: 'MotionNameTaken', data: { assetSourceId: 14, at } }
export const motionAssetsConfigured = (settings = motionSettings): MotionEvent => ({
  type: 'MotionAssetsConfigured',
  data: { accountId: 'acme', assetSourceId: 14, settings, at },
})
export const motionAssetsChanged = (settings: MotionSettings): MotionEvent => ({
  type: 'MotionAssetsChanged',
  data: { settings, at },
})
export const motionRunRequested = (run = 1): MotionEvent => ({
  type: 'MotionRunRequested',
  data: { accountId: 'acme', assetSourceId: 14, queueId: `motion-14-${run}`, run, at },
})

export const motionRunStarted = (attempt = 1): MotionRunEvent => ({
  type: 'MotionRunProgressed',
  data: { attempt, total: 0, done: 0, failed: 0, at },
})
export const motionRunProgressed: MotionRunEvent = {
  type: 'MotionRunProgressed',
  data: { attempt: 1, total: 4, done: 2, failed: 1, at },
}
export const motionRunAttemptFailed = (attempt = 1): MotionRunEvent => ({
  type: 'MotionRunAttemptFailed',
  data: { attempt, reason: 'Chromium was ended.', retryAt: '2026-05-01T10:00:05.000Z', at },
})
const filmMissing = { item: 'pot / Small 80x40', code: 'image-missing', detail: 'not found: /assets/acme/pot.png' }
export const motionRunCompleted: Extract<MotionRunEvent, { type: 'MotionRunCompleted' }> = {
  type: 'MotionRunCompleted',
  data: { total: 4, failed: 1, rows: 3, faults: [filmMissing], at },
}
export const motionRunFailed: MotionRunEvent = {
  type: 'MotionRunFailed',
  data: { total: 1, failed: 1, code: 'no-films', reason: 'No row has all of its films.', faults: [filmMissing], at },
}
export const motionRunRetried: MotionRunEvent = {
  type: 'MotionRunRetried',
  data: { reason: 'the picture is there now', at },
}
export const recommendationSettings: RecommendationSettings = {
  updateFrequency: 24,
  config: {
    type: 'hybrid',
    maxRecommendations: 10,
    cookieGroup: 'web',
    recommendationMap: [
      { assetSourceColumn: 'headline', dataType: 'string', priority: 8 },
      { assetSourceColumn: 'price', dataType: 'numeric', acceptedRange: 20 },
    ],
  },
}
export const recommendationConfigured: RecommendationEvent = {
  type: 'RecommendationConfigured',
  data: { accountId: 'acme', assetSourceId: 13, sourceAssetSourceId: 12, settings: recommendationSettings, at },
}
export const recommendationChanged = (settings = recommendationSettings): RecommendationEvent => ({
  type: 'RecommendationChanged',
  data: { settings, at },
})
export const recommendationRunRequested = (run = 1, more: { at?: string; due?: string } = {}): RecommendationEvent => ({
  type: 'RecommendationRunRequested',
  data: { accountId: 'acme', assetSourceId: 13, queueId: `recommendation-13-${run}`, run, at, ...more },
})

const viewSet = (digest: string): RowSet => rowSet(digest, ['visitor', 'cookieGroup', 'key'])
type ViewsUploaded = Extract<SourceViewsEvent, { type: 'AssetSourceViewsUploaded' }>
export const viewsUploaded = (digest = 'v1'): ViewsUploaded => ({
  type: 'AssetSourceViewsUploaded',
  data: { accountId: 'acme', assetSourceId: 12, set: viewSet(digest), faultyLines: 1, at },
})
export const viewsDropped = (digest = 'v1'): SourceViewsEvent => ({
  type: 'AssetSourceViewsDropped',
  data: { blob: viewSet(digest).blob, at },
})
