import { test } from 'uvu'
import { assets } from '../../../projections/assets/assets.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

test('a stored file is found by account and path, including dashes and colons', () => {
  const logo = (path: string) => ({
    accountId: 'acme-2',
    path,
    sha256: 'a'.repeat(64),
    size: 3,
    contentType: 'image/png',
    at: '2026-05-01T10:00:00.000Z',
  })
  const stored = (path: string) => inStream(`library-asset-acme-2:${path}`, [{ type: 'AssetStored', data: logo(path) }])
  givenEvents(assets)(...stored('brand/logo-1.png'), ...stored('b.png')).then({
    'acme-2:brand/logo-1.png': logo('brand/logo-1.png'),
    'acme-2:b.png': logo('b.png'),
  })
})

test.run()
