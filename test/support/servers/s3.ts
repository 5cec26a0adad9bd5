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

/** Why no server is available for the tests; undefined if one is. */
export const s3Missing: string | undefined = built(binary)
  ? undefined
  : `the suites on S3: ${whyNot('test/servers/bin/versitygw')}`

export type S3Server = {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The environment variables for a client. */
  readonly env: Readonly<Record<string, string>>
  /** The file of an object, to age or damage it. */
  fileOf(key: string): string
  stop(): Promise<void>
  close(): Promise<void>
}

/** Versity's S3 gateway with a new folder, a free port and one empty bucket. */
export const startS3 = async (region = 'us-east-1'): Promise<S3Server> => {
  const root = await mkdtemp(join(tmpdir(), 'endcap-s3-'))
  const bucket = 'endcap-tests'
  // each folder is a bucket; its metadata is in the sidecar
  const [buckets, sidecar] = [join(root, 'buckets'), join(root, 'sidecar')]
  await mkdir(join(buckets, bucket), { recursive: true })
  await mkdir(sidecar)
  const port = await freePort()
  const [access, secret] = ['endcap-tests', 'secret-of-the-s3-tests']
  const args = ['--port', `127.0.0.1:${port}`, '--access', access, '--secret', secret, '--region', region, '--quiet']
  const child = spawn(binary, [...args, 'posix', '--sidecar', sidecar, buckets], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-4000)
    })
  const ended = once(child, 'exit')
  const endpoint = `http://127.0.0.1:${port}`
  await untilAnswers(endpoint, {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
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
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: access,
      AWS_SECRET_ACCESS_KEY: secret,
    },
    fileOf: key => join(buckets, bucket, key),
    stop,
    close: stop,
  }
}
