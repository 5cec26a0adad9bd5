import type { ApprovalPageData } from '../../src/pages/approval-page.ts'

/** A request with two creatives, as one of three approvers sees it. */
export const asked: ApprovalPageData = {
  requester: { name: 'Ana Lopes', email: 'ana@retailer.example' },
  approver: { name: 'Bob Okafor', email: 'bob@brand.example' },
  campaign: {
    name: 'Spring at home',
    accountName: 'Northwind Stores',
    mediaChannelName: 'Northwind Onsite',
    startDate: '2026-03-01',
    endDate: '2026-04-15',
  },
  requestedAt: '2026-02-24T14:05:00.000Z',
  expiresAt: '2026-03-10T14:05:00.000Z',
  requiredApprovals: 3,
  approverCount: 3,
  creatives: ['Espresso machine', 'Garden chairs'].map(name => ({
    name,
    clickthroughUrl: 'https://shop.example/spring',
    previews: [
      { adUnitName: 'Leaderboard', width: 728, height: 90, imageUrl: '/previews/1.png', liveUrl: '/previews/1' },
      {
        adUnitName: 'In-store portrait',
        width: 1080,
        height: 1920,
        imageUrl: '/previews/2.png',
        liveUrl: '/previews/2',
        fault: 'hero.png is not in the asset library',
      },
    ],
  })),
  others: [
    { name: 'Chen Wei', status: 'Approved', at: '2026-02-24T16:20:00.000Z', comment: 'Lovely.\nKeep the price large.' },
    { name: 'External User', status: 'Pending' },
  ],
}

/** A grey image of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOMiIj4DwAEWAIQ7cGyqQAAAABJRU5ErkJggg==',
  'base64',
)
