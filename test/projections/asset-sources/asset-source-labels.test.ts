import { test } from 'uvu'
import { assetSourceLabels } from '../../../projections/asset-sources/asset-source-labels.ts'
import { assetSourceLabelled, assetSourceUnlabelled } from '../../support/examples/asset-sources.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

test('a source has the labels that it was given and still has', () =>
  givenEvents(assetSourceLabels)(
    ...inStream('source-labels-acme:12', [
      assetSourceLabelled('spring'),
      assetSourceLabelled('garden'),
      assetSourceUnlabelled,
    ]),
  ).then({ 'acme:12': { labels: ['garden'] } }))

test.run()
