import { test } from 'uvu'
import { heldBytes } from '../../../projections/storage/held-bytes.ts'
import { assetStored } from '../../support/examples/assets.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stored = (accountId: string, path: string, size: number) =>
  inStream(`library-asset-${accountId}:${path}`, [assetStored({ accountId, path, size })])

test('every file of a library counts, the same bytes at each path', () => {
  givenEvents(heldBytes)(
    ...stored('acme', 'a.png', 3),
    ...stored('other-2', 'a.png', 5),
    ...stored('acme', 'b.png', 3),
  ).then({
    'acme:library': { accountId: 'acme', bytes: 6 },
    'other-2:library': { accountId: 'other-2', bytes: 5 },
  })
})

test.run()
