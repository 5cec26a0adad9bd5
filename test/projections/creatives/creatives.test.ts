import { test } from 'uvu'
import { creativeId, creatives } from '../../../projections/creatives/creatives.ts'
import { sha256 } from '../../../src/domain/shared/digest.ts'
import { creative, creativeDeleted, creativeSaved } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const columnSet = sha256('["headline"]')

test('each creative is a document with its last saved content', () => {
  const pot = creative('pot', 'Bloom', { clickthroughUrl: 'https://example.com/pot' })
  const can = creative('watering: can')
  givenEvents(creatives)(
    ...inStream('creatives-acme:12', [creativeSaved(creative('pot', 'Grow')), creativeSaved(can), creativeSaved(pot)]),
  ).then({
    [creativeId('acme', 12, 'pot')]: {
      campaignKey: 'acme:12',
      creativeName: 'pot',
      assetData: { headline: 'Bloom' },
      columnSet,
      creative: pot,
      clickthroughUrl: 'https://example.com/pot',
    },
    [creativeId('acme', 12, 'watering: can')]: {
      campaignKey: 'acme:12',
      creativeName: 'watering: can',
      assetData: { headline: 'watering: can' },
      columnSet,
      creative: can,
    },
  })
})
test('creatives with the same name in two campaigns are separate', () => {
  const { documents } = givenEvents(creatives)(
    ...inStream('creatives-acme:1', [creativeSaved(creative('pot'))]),
    ...inStream('creatives-acme:12', [creativeSaved(creative('pot'))]),
  )
  if (Object.keys(documents).length !== 2) throw new Error('one creative replaced the other')
})

test('a creative that was deleted has no document, and another of its name is a new one', () => {
  const pot = creative('pot', 'Bloom')
  const can = { ...creativeSaved(creative('can')) }
  givenEvents(creatives)(
    ...inStream('creatives-acme:12', [
      can,
      creativeSaved(creative('pot')),
      creativeDeleted('pot'),
      creativeDeleted('can'),
    ]),
    ...inStream('creatives-acme:13', [creativeSaved(pot), creativeDeleted('pot'), creativeSaved(pot)]),
  ).then({
    [creativeId('acme', 13, 'pot')]: {
      campaignKey: 'acme:13',
      creativeName: 'pot',
      assetData: { headline: 'Bloom' },
      columnSet,
      creative: pot,
    },
  })
})

test.run()
