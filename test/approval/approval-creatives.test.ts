import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creativesShown } from '../../src/approval/approval-creatives.ts'
import { settled } from '../../src/engine/react/settled.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { campaignInLog } from '../support/memory/campaign-in-log.ts'
import { fakeWorld } from '../support/memory/fakes.ts'
import { memoryNodes } from '../support/memory/node.ts'

/** What the page of a campaign with so many ad units and creatives shows, and how often a link is signed for it. */
const shownOf = async (adUnits: number, creatives: number) => {
  const nodes = memoryNodes(fakeWorld())
  try {
    const templates = Array.from({ length: adUnits }, () => '<p>{{headline}}</p>')
    const names = Array.from({ length: creatives }, (_, n) => `pot ${n}`)
    await campaignInLog(nodes, templates, names)
    const ports = nodes.ports as Ports
    let signed = 0
    const sign: Ports['secrets']['sign'] = (...of) => {
      signed++
      return ports.secrets.sign(...of)
    }
    const view = settled(await readCampaign(ports.readModels, 'acme', 12)())
    const shown = await creativesShown(view, { ...ports, secrets: { ...ports.secrets, sign } })
    return [shown.creatives.length, shown.partOf?.total, signed]
  } finally {
    await nodes.stop()
  }
}

test('an approval page shows 2,000 pictures at most, each for one signature (APPROVAL-12)', async () => {
  assert.equal(await shownOf(100, 22), [20, 22, 2_000])
  assert.equal(await shownOf(100, 20), [20, undefined, 2_000])
  assert.equal(await shownOf(1, 22), [22, undefined, 22])
})

test.run()
