import type { googleCloud } from '../../support/servers/clouds.ts'
import { account, type Service } from '../../support/service/service.ts'
import { until } from '../../support/waiting/until.ts'

export type Clouds = Awaited<ReturnType<typeof googleCloud>>

/** Connects a cloud, renames it, copies from it and deletes it. */
export const cloudFlow = async (service: Service, cloud: Clouds): Promise<void> => {
  const { serviceType, rootDir, accessKey, secreteKey } = cloud
  await cloud.put('spring/notes.txt', 'Plant in March.')
  await cloud.put('spring/more/list.txt', 'Bulbs, seeds.')
  const clouds = '/accounts/acme/cloud'
  const body = { name: 'Studio', serviceType, rootDir, accessKey, secreteKey }
  const { id } = await service.must('POST', clouds, body)
  await service.call('PUT', `${clouds}/${id}`, { name: 'Archive' })
  const { queueId } = await service.must('POST', `${clouds}/${id}/copy`, {
    path: 'spring',
    files: ['notes.txt', 'none.txt'],
    folders: ['more'],
  })
  await until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    q => q.status === 'COMPLETED' || q.status === 'FAILED',
  )
  await service.call('DELETE', `${clouds}/${id}`)
}
