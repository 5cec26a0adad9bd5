import { account, type Service } from '../../support/service/service.ts'

const channels = '/v2/org/org1/retail-media-channels'
const at = (name: string) => `https://count.example.com/${name}`

/** Creates, changes and uses a media channel and leaves it; deletes another; saves and changes a media plan and its trackers. */
export const channelFlow = async (service: Service): Promise<void> => {
  const activationConfiguration = { tagGeneration: true, creativeGeneration: false }
  const body = { name: 'Audience network', adServerId: 'dsp1', type: 'Off-site', activationConfiguration }
  const { idx } = await service.must('POST', channels, {
    ...body,
    additionalConfiguration: { seat: '4711', password: 'x' },
  })
  await service.must('PUT', `${channels}/${idx}`, { ...body, name: 'Network', additionalConfiguration: { seat: '12' } })
  const other = await service.must('POST', channels, { ...body, name: 'Short-lived' })
  await service.must('DELETE', `${channels}/${other.idx}`)

  const plan = `${account}/media-plans/5`
  const placements = [{ placementId: 'P-1', placementName: 'Top' }]
  const sites = [{ id: 1, siteId: 501, siteName: 'Magazine', placements }]
  await service.must('PUT', plan, { mediaPlanName: 'Plan', sites })
  await service.must('PUT', plan, { mediaPlanName: 'Spring plan', sites })
  await service.must('PUT', `${plan}/trackers/1`, {
    type: 'inline',
    mediaPlanDetails: [
      { siteName: 'Magazine', placementName: 'Top', impressionTracker: at('seen'), clickTracker: at('click') },
    ],
  })
}
