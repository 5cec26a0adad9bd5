import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { account, adminKey, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite<{ dataDir: string; nodes: NodeProcess[] }>('what a node leaves when it is killed')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-left-'))
  context.nodes = []
})
test.after.each(async ({ dataDir, nodes }) => {
  for (const node of nodes) await node.kill()
  await rm(dataDir, { recursive: true })
})

/** The first half of an upload; `end` sends the other one and returns the status and text of the answer. */
const halfUpload = (node: NodeProcess, path: string) => {
  const part = (name: string, rest: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}`
  const sent: ClientRequest = request(`${node.url}${account}/assets`, {
    method: 'POST',
    headers: { svc_apikey: adminKey, 'content-type': 'multipart/form-data; boundary=b' },
  })
  sent.on('error', () => undefined)
  sent.write(
    `${part('path', '')}\r\n\r\n${path}\r\n${part('file', `; filename="${path}"`)}\r\nContent-Type: text/plain\r\n\r\n`,
  )
  sent.write('x'.repeat(200_000))
  return {
    end: async () => {
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      sent.end('x\r\n--b--\r\n')
      const [answer] = await answered
      return [answer.statusCode, await text(answer)]
    },
  }
}
const uploadsIn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'blobs', '.nodes'), { recursive: true })).filter(name =>
    /\/uploads\/upload-[^/]+\/./.test(name),
  )
const uploads = (dataDir: string, count: number) =>
  until(
    () => uploadsIn(dataDir),
    ({ length }) => length === count,
  )

test('it is removed when the next node starts, and nothing that a running node uses', async ({ dataDir, nodes }) => {
  const start = async () => {
    const node = await startNodeProcess({ DATA_DIR: dataDir })
    nodes.push(node)
    return node
  }
  const [killed, running] = [await start(), await start()]
  await provision(running)
  halfUpload(killed, 'lost.txt')
  await uploads(dataDir, 1)
  const kept = halfUpload(running, 'kept.txt')
  await uploads(dataDir, 2)
  await killed.kill()
  assert.is((await uploadsIn(dataDir)).length, 2)

  await start()
  assert.is((await uploadsIn(dataDir)).length, 1)
  const [status, answer] = await kept.end()
  assert.is(status, 200, String(answer))
  for (const node of nodes) await node.stop()
  assert.is((await readdir(join(dataDir, 'blobs', '.nodes'))).length, 0)
})

test.run()
