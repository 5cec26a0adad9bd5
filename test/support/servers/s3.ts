import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilAnswers } from '../waiting/until.ts'
import { built, whyNot } from './built.ts'
import { freePort } from './free-port.ts'

const binary = fileURLToPath(new URL('../../servers/bin/versitygw', import.meta.url))

/** Why there is no server for the tests; undefined: there is one. */
export const s3Missing: string | undefined = built(binary)
  ? undefined
  : `the suites on S3: ${whyNot('test/servers/bin/versitygw')}`

export type S3Server = {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The variables by which a client reaches it. */
  readonly env: Readonly<Record<string, string>>
  /** The file that an object is kept in, to age or harm it. */
  fileOf(key: string): string
  stop(): Promise<void>
  close(): Promise<void>
}

/** Versity's S3 gateway on a folder of its own and a free port, with one empty bucket. */
export const startS3 = async (): Promise<S3Server> => {
  const root = await mkdtemp(join(tmpdir(), 'endcap-s3-'))
  const bucket = 'endcap-tests'
  // a folder beside the others is a bucket; what it needs to know of itself stands in the sidecar
  const [buckets, sidecar] = [join(root, 'buckets'), join(root, 'sidecar')]
  await mkdir(join(buckets, bucket), { recursive: true })
  await mkdir(sidecar)
  const port = await freePort()
  const [access, secret] = ['endcap-tests', 'secret-of-the-s3-tests']
  const args = ['--port', `127.0.0.1:${port}`, '--access', access, '--secret', secret, '--quiet']
  const child = spawn(binary, [...args, 'posix', '--sidecar', sidecar, buckets], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said = (said + chunk).slice(-4000)
    })
  const ended = once(child, 'exit')
  const endpoint = `http://127.0.0.1:${port}`
  await untilAnswers(endpoint, {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    said: () => said,
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(root, { recursive: true, force: true })
  }
  return {
    endpoint,
    bucket,
    accessKeyId: access,
    secretAccessKey: secret,
    env: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: access,
      AWS_SECRET_ACCESS_KEY: secret,
    },
    fileOf: key => join(buckets, bucket, key),
    stop,
    close: stop,
  }
}
