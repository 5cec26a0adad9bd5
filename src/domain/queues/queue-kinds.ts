import { wordsOf } from '../../codec/text.ts'

/** What a queue shows the progress of (EXPORT-12). */
export const queueKinds = ['EXPORT', 'FEED', 'RECOMMENDATION', 'MOTION_ASSETS', 'CLOUD_COPY', 'DSP_EXPORT'] as const

/** The same, with what each means to readers. */
export const QueueKind = wordsOf(queueKinds, {
  EXPORT: 'files of a retail campaign are made',
  FEED: 'a product feed is read',
  RECOMMENDATION: 'recommendations are computed',
  MOTION_ASSETS: 'films of products are made',
  CLOUD_COPY: 'files are copied from a cloud service',
  DSP_EXPORT: 'tags are exported to the DSP',
})

/** The permissions that start work with a queue, and so read its queue. */
export const queuePermissions = ['Campaigns_Create', 'AssetSource_Create', 'CloudService_All', 'Dsp_All'] as const
