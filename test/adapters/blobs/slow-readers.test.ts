import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openS3Blobs } from '../../../src/adapters/blobs/s3.ts'
import { loopback } from '../../support/servers/loopback.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const sha256 = 'a'.repeat(64)
const variables = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

test('files that are read slowly keep no other file of the bucket from being read', async () => {
  const server = await loopback(({ method }, response) => {
    response.writeHead(200, { 'content-length': 1_000, 'last-modified': new Date(0).toUTCString() })
    if (method === 'HEAD') response.end()
    else response.write('the beginning')
  })
  const incoming = await mkdtemp(join(tmpdir(), 'endcap-slow-readers-'))
  const before = variables.map(name => [name, process.env[name]] as const)
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: server.origin,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'access',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  const { blobs, close } = await openS3Blobs({ bucket: 'files', prefix: '', incoming })
  try {
    const reading = Array.from({ length: 80 }, () => blobs.open(sha256))
    for (const body of await inTime('80 files', Promise.all(reading))) body.on('error', () => undefined)
    assert.is((await inTime('another one', blobs.stat(sha256)))?.size, 1_000)
  } finally {
    close()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await server.stop()
    await rm(incoming, { recursive: true })
  }
})

test.run()
