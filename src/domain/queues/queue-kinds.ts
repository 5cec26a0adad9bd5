/** What a queue shows the progress of (EXPORT-12). */
export const queueKinds = ['EXPORT', 'FEED', 'RECOMMENDATION', 'MOTION_ASSETS', 'CLOUD_COPY', 'DSP_EXPORT'] as const

/** The permissions that start work with a queue, and so read its queue. */
export const queuePermissions = ['Campaigns_Create', 'AssetSource_Create', 'CloudService_All', 'Dsp_All'] as const
