import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creatives } from '../../../projections/creatives/creatives.ts'
import { listCreatives } from '../../../queries/creatives/list-creatives.ts'
import { settled } from '../../../src/engine/react/settled.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { ReadModels } from '../../../src/ports/read-models.ts'
import { campaignInLog } from '../../support/memory/campaign-in-log.ts'
import { fakeWorld } from '../../support/memory/fakes.ts'
import { memoryNodes } from '../../support/memory/node.ts'

/** How many of ten pages that are asked for at once are made at a time. */
const pagesAtATime = async (sent: object): Promise<number> => {
  const nodes = memoryNodes(fakeWorld())
  try {
    await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'rose'])
    const ports = nodes.ports as Ports
    let [running, most] = [0, 0]
    const find: ReadModels['find'] = async (view, query) => {
      if (view.name !== creatives.name) return ports.readModels.find(view, query)
      most = Math.max(most, ++running)
      await new Promise(resolve => setImmediate(resolve))
      running--
      return ports.readModels.find(view, query)
    }
    const query = listCreatives.query!.decode(sent)
    assert.ok(E.isRight(query))
    const params = { accountId: 'acme', retailCampaignIdx: 12 }
    const input = { params, query: query.right, origin: 'http://ads.test' }
    const watched = { ...ports, readModels: { ...ports.readModels, find } }
    const replies = await Promise.all(
      Array.from({ length: 10 }, async () => settled(await listCreatives.run(input as never, watched))),
    )
    for (const reply of replies) assert.is('json' in reply && JSON.parse(reply.json).creatives.length, 2)
    return most
  } finally {
    await nodes.stop()
  }
}

test('an account that lists its creatives many times at once does not keep a node from others', async () => {
  assert.is(await pagesAtATime({}), 1)
  assert.is(await pagesAtATime({ fields: 'creativeName' }), 10, 'pages without signed links are cheap')
})

test.run()
