import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BlobServiceClient, type ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { untilAnswers } from '../waiting/until.ts'
import { built, whyNot } from './built.ts'
import { freePort } from './free-port.ts'

const binary = fileURLToPath(new URL('../../servers/azurite/node_modules/.bin/azurite-blob', import.meta.url))

/** Why no server is available for the tests; undefined if one is. */
export const azuriteMissing: string | undefined = built(binary)
  ? undefined
  : `the suites on Azure Blob: ${whyNot('test/servers/azurite/node_modules')}`

/** Azurite with a new folder, a free port, a new account and one empty container. */
export const startAzurite = async () => {
  const root = await mkdtemp(join(tmpdir(), 'endcap-azurite-'))
  const port = await freePort()
  const accountName = 'endcaptests'
  const accountKey = Buffer.from('key of the azure tests').toString('base64')
  const bucket = 'endcap-tests'
  const args = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '--location', root, '--silent']
  const child = spawn(process.execPath, [binary, ...args, '--skipApiVersionCheck', '--disableTelemetry'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, AZURITE_ACCOUNTS: `${accountName}:${accountKey}` },
  })
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
  const credential = new StorageSharedKeyCredential(accountName, accountKey)
  const container: ContainerClient = new BlobServiceClient(`${endpoint}/${accountName}`, credential).getContainerClient(
    bucket,
  )
  await container.create()
  return {
    endpoint,
    bucket,
    accountName,
    accountKey,
    put: async (key: string, bytes: Buffer): Promise<void> => {
      await container.getBlockBlobClient(key).uploadData(bytes)
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(root, { recursive: true, force: true })
    },
  }
}
