import type { DataSignal } from './data-signal.ts'

/** A data signal used by exampleCampaign, for the OpenAPI document. */
export const exampleSignal: DataSignal = {
  dataSignalId: 1,
  dataSignalName: 'Weather',
  dataSignalProperties: [
    { propertyId: 'temperature', propertyName: 'Temperature', operators: ['LESS_THAN', 'GREATER_THAN'] },
    { propertyId: 'sky', propertyName: 'Sky', operators: ['EQUALS', 'IN'] },
  ],
}

/** A classic campaign's request body, for the OpenAPI document. */
export const exampleCampaign = {
  campaignName: 'Garden weather',
  defaultURL: 'https://shop.example.com/garden',
  assetMap: [{ assetId: 'headline', assetSourceId: '1', assetSourceColumn: 'headline' }],
  decisionMap: [{ assetSourceId: '1', dataSignalService: 'Weather', dataSignalProperty: 'sky' }],
  decisionGraph: {
    defaultCreativeMaster: 'any-weather',
    rulePriority: null,
    segments: [
      {
        name: 'Warm and dry',
        creativeMasters: ['barbecue', 'parasol'],
        condition: {
          operator: 'and',
          conditions: [
            { dataSignalService: 'Weather', dataSignalProperty: 'temperature', operator: 'GREATER_THAN', value: 20 },
            { dataSignalService: 'Weather', dataSignalProperty: 'sky', operator: 'IN', value: ['clear', 'cloudy'] },
          ],
        },
      },
    ],
  },
} as const

/** The timestamps of exampleCampaign (HTTP-5). */
export const exampleTimes = { lastUpdate: '2026-03-01 09:30:00.0', creationDate: '2026-03-01 09:30:00.0' } as const
