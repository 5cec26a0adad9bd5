import { account, type Service } from '../../support/service/service.ts'

const signals = [
  {
    dataSignalId: 1,
    dataSignalName: 'Weather',
    dataSignalProperties: [
      { propertyId: 'sky', propertyName: 'Sky', operators: ['EQUALS', 'IN'] },
      { propertyId: 'temperature', propertyName: 'Temperature', operators: ['GREATER_THAN'] },
    ],
  },
]
const leaf = (dataSignalProperty: string, operator: string, value: unknown) => ({
  dataSignalService: 'Weather',
  dataSignalProperty,
  operator,
  value,
})

/** Creates and changes data signals; creates a classic campaign, and deletes another. */
export const campaignFlow = async (service: Service): Promise<void> => {
  const { dataServiceId: source } = (await service.call('GET', `${account}/retail-campaigns/1`)).json
  await service.must('PUT', `${account}/data-signals`, { dataSignals: signals })
  const body = {
    campaignName: 'Garden weather',
    defaultURL: 'https://shop.example.com/garden',
    assetMap: [{ assetId: 'headline', assetSourceId: source, assetSourceColumn: 'headline' }],
    decisionMap: [{ assetSourceId: String(source), dataSignalService: 'Weather', dataSignalProperty: 'sky' }],
    decisionGraph: {
      defaultCreativeMaster: 'any-weather',
      rulePriority: null,
      segments: [
        {
          name: 'Sunny',
          creativeMasters: ['parasol'],
          condition: {
            operator: 'and',
            conditions: [leaf('sky', 'IN', ['clear', 'fair']), leaf('temperature', 'GREATER_THAN', 20)],
          },
        },
      ],
    },
  }
  await service.must('POST', `${account}/campaigns`, body)
  const { campaignId } = await service.must('POST', `${account}/campaigns`, { ...body, campaignName: 'Second' })
  await service.must('DELETE', `${account}/campaigns/${campaignId}`)
  await service.must('PUT', `${account}/data-signals`, {
    dataSignals: [...signals, { dataSignalId: 2, dataSignalName: 'Store', dataSignalProperties: [] }],
  })
}
