import type { Asset, AssetStored } from '../../../src/domain/assets/asset.ts'

export const logo: Asset = {
  accountId: 'acme',
  path: 'brand/logo.png',
  sha256: 'a'.repeat(64),
  size: 3,
  contentType: 'image/png',
  at: '2026-05-01T10:00:00.000Z',
}
export const assetStored = (over: Partial<Asset> = {}): AssetStored => ({
  type: 'AssetStored',
  data: { ...logo, ...over },
})
