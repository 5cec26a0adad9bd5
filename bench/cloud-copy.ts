import { spawn } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../test/support/servers/free-port.ts'
import { s3Missing, startS3 } from '../test/support/servers/s3.ts'

// node bench/cloud-copy.ts [small objects] [MiB of the large one]: copies both from an S3-compatible server into the
// asset library of a separate node, and prints the node's memory use.

const [small = 10_000, largeMiB = 1024] = process.argv.slice(2).map(Number)
const key = 'bench-key-of-the-cloud-copy-0123456789'
const mib = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`

const rssOf = async (pid: number): Promise<{ now: number; peak: number }> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kib = (name: string) => Number.parseInt(status.split(`${name}:`)[1] ?? '0', 10) * 1024
  return { now: kib('VmRSS'), peak: kib('VmHWM') }
}

const startNode = async (dataDir: string, egressAllow: string) => {
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), ADMIN_API_KEY: key, LOG_LEVEL: 'warn', RATE_LIMIT: 'off' }
  const child = spawn(process.execPath, ['src/node/main.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { ...process.env, ...env, EGRESS_ALLOW: egressAllow },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  const ready = () =>
    fetch(`${base}/readyz`)
      .then(r => r.ok)
      .catch(() => false)
  while (!(await ready())) await new Promise(resolve => setTimeout(resolve, 50))
  const call = async (method: string, path: string, body?: object) => {
    const headers = { svc_apikey: key, 'content-type': 'application/json' }
    const answered = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${await answered.text()}`)
    return answered.json()
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { pid: child.pid ?? 0, call, stop }
}

/** Objects written directly into the server's folder: the server is not measured. */
const fill = async (fileOf: (key: string) => string) => {
  await mkdir(fileOf('small'), { recursive: true })
  for (let i = 0; i < small; i++) {
    const file = fileOf(`small/${i % 100}/${i}.bin`)
    if (i < 100) await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `object ${i} ${'x'.repeat(4000)}`)
  }
  await mkdir(fileOf('large'), { recursive: true })
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
  const out = createWriteStream(fileOf('large/one.bin'))
  for (let i = 0; i < largeMiB; i++) if (!out.write(cipher.update(Buffer.alloc(1_048_576)))) await once(out, 'drain')
  out.end()
  await once(out, 'close')
}

if (s3Missing) throw new Error(s3Missing)
const s3 = await startS3()
const dataDir = await mkdtemp(join(tmpdir(), 'endcap-bench-'))
try {
  await fill(s3.fileOf)
  const node = await startNode(dataDir, new URL(s3.endpoint).host)
  try {
    await node.call('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
    await node.call('PUT', '/v2/accounts/acme', { name: 'Acme', orgId: 'org1' })
    const { id } = await node.call('POST', '/accounts/acme/cloud', {
      name: 'bench',
      serviceType: 'S3Compatible',
      rootDir: `${s3.endpoint}/${s3.bucket}`,
      accessKey: s3.accessKeyId,
      secreteKey: s3.secretAccessKey,
    })
    console.log(`before: ${mib((await rssOf(node.pid)).now)}`)
    for (const folder of ['small', 'large', 'small']) {
      const from = performance.now()
      const { queueId } = await node.call('POST', `/accounts/acme/cloud/${id}/copy`, { folders: [folder] })
      const samples: number[] = []
      for (;;) {
        const queue = await node.call('GET', `/v2/accounts/acme/queues/${queueId}`)
        samples.push((await rssOf(node.pid)).now)
        if (queue.status === 'COMPLETED' || queue.status === 'FAILED') {
          const seconds = (performance.now() - from) / 1000
          const speed =
            folder === 'large'
              ? `${(largeMiB / seconds).toFixed(0)} MiB/s`
              : `${(queue.done / seconds).toFixed(0)} objects/s`
          console.log(
            `${folder}: ${queue.status}, ${queue.done} done, ${queue.failed} failed, ${seconds.toFixed(1)} s, ${speed}`,
          )
          break
        }
        await new Promise(resolve => setTimeout(resolve, 250))
      }
      const tenths = Array.from({ length: 11 }, (_, i) => samples[Math.floor((i * (samples.length - 1)) / 10)] ?? 0)
      console.log(
        `  RSS during the copy, in tenths: ${tenths.map(mib).join(', ')}; peak ${mib((await rssOf(node.pid)).peak)}`,
      )
    }
  } finally {
    await node.stop()
  }
} finally {
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
}
