import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creatives } from '../../projections/creatives/creatives.ts'
import { getApprovalPage } from '../../queries/approval/get-approval-page.ts'
import { formReply } from '../../src/approval/approval-replies.ts'
import { settled } from '../../src/engine/react/settled.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'
import { ask, mailingNode } from '../support/memory/approvals-in-log.ts'

test('whoever asks for an approval page many times at once does not keep a node from others', async () => {
  const nodes = await mailingNode()
  try {
    await ask(nodes)
    const ports = nodes.ports as Ports
    let turns = 0
    let most = 0
    const inTurns = new Map<number, number>()
    const find: ReadModels['find'] = (view, query) => {
      if (view.name === creatives.name) {
        inTurns.set(turns, (inTurns.get(turns) ?? 0) + 1)
        most = Math.max(most, inTurns.get(turns)!)
      }
      return ports.readModels.find(view, query)
    }
    const watched = { ...ports, readModels: { ...ports.readModels, find } }
    const target = { accountId: 'acme', retailCampaignIdx: 12, approvalIdx: 1, approverId: 'ann' }
    const turn = () => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => settled(await formReply(target, watched)())),
    ).finally(() => clearImmediate(next))
    assert.is(new Set(replies.map(({ raw }) => String(raw))).size, 1)
    assert.match(String(replies[0]?.raw), 'Your decision')
    assert.ok(most <= 2, `${most} pages began in one turn of the event loop`)
    assert.ok((getApprovalPage.countsFor ?? 1) > 1, 'one counts for many requests of its address')
  } finally {
    await nodes.stop()
  }
})

test.run()
