import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { httpsMissing, startHttps } from '../support/servers/https.ts'
import { skip } from '../support/servers/skip.ts'
import { account, provision } from '../support/service/service.ts'

const test = suite('feeds over HTTPS with an authority of their own')

/** What processFeed answers on a node with these variables. */
const looked = async (url: string, env: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-https-node-'))
  let node: NodeProcess | undefined
  try {
    node = await startNodeProcess({ DATA_DIR: folder, ...env })
    await provision(node)
    const feed = { url, urlType: 'https', contentType: 'csv' }
    return await node.call('POST', `${account}/asset-sources/feed/process`, feed)
  } finally {
    await node?.stop()
    await rm(folder, { recursive: true })
  }
}

test('a feed is read if the node trusts the authority, and refused with the reason if not (SOURCE-14)', async () => {
  const server = await startHttps('sku,price\npot,1\n')
  try {
    const env = { EGRESS_ALLOW: server.host }
    const trusting = await looked(server.url, { ...env, NODE_EXTRA_CA_CERTS: server.authority })
    assert.equal([trusting.status, trusting.json.sample], [200, { sku: ['pot'], price: ['1'] }])
    const { status, json } = await looked(server.url, env)
    assert.equal([status, json.code, json.reason], [400, 'feed-unreadable', 'unreachable'])
    assert.match(json.detail, /the certificate of the server is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/)
  } finally {
    await server.stop()
  }
})

if (httpsMissing) skip(httpsMissing)
else test.run()
