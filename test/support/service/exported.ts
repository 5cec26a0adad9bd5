import { until } from '../waiting/until.ts'
import { account, type Service } from './service.ts'

/** Requests an export and waits until its queue has finished; returns the queue. */
export const exported = async (service: Service, campaign: string, assetExportType = 'png', resolution = '1') => {
  const { queueId } = await service.must('POST', `${campaign}/exportAssets`, { assetExportType, resolution })
  return until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    queue => queue.status === 'COMPLETED' || queue.status === 'FAILED',
  )
}

/** The hash of an export's file, from its link. */
export const zipOf = (url: string): string => /\/([0-9a-f]{64})\//.exec(url)?.[1] ?? ''

/** The entry of a campaign's export status for one format and resolution. */
export const exportEntry = async (service: Service, campaign: string) =>
  (await service.must('GET', `${campaign}/exportAssetStatus?assetExportType=png&resolution=1`))[0]
    .resolutionsResponse[0]
