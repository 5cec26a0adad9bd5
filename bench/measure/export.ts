import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEndcap } from '../contestants/endcap.ts'
import { call, fillAccount, fillCampaigns, times } from '../contestants/fill.ts'
import { account } from '../load/requests.ts'
import { compare, type Line } from '../report.ts'
import { adUnits, creativesOf, pictures } from './export/pages.ts'
import type { Measure } from './measure.ts'

const creatives = 16
/** Poll interval of a job, in milliseconds: long, because polling takes CPU from what is measured. */
const pollEvery = 100
const memoryCreatives = { few: 4, many: 40 }

type Queue = {
  readonly status: string
  readonly percentage: number
  readonly failed: number
  readonly errors: readonly unknown[]
}

type Place = { readonly base: string; readonly dataDir: string }

/** Polls until the condition is true; throws if the job ends otherwise. */
const until = async <R>(
  ask: () => Promise<R>,
  isDone: (answer: R) => boolean,
  failed: (answer: R) => boolean,
): Promise<R> => {
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (failed(answer)) throw new Error(`the job ended with ${JSON.stringify(answer)}`)
    await new Promise(resolve => setTimeout(resolve, pollEvery))
  }
}

const uploadPictures = async (base: string): Promise<void> => {
  await times(pictures.length, i => {
    const { path, bytes } = pictures[i]!
    const form = new FormData()
    form.set('path', path)
    form.set('file', new Blob([Uint8Array.from(bytes)]), 'picture.png')
    return call(base, 'POST', `/v2/accounts/${account}/assets`, form)
  })
}

/** Empties the render cache, which activation fills by checking every page, so that the export renders. */
const emptyCache = async (dataDir: string): Promise<void> => {
  const cache = join(dataDir, 'blobs', 'cache')
  for (const name of await readdir(cache)) await rm(join(cache, name))
}

/** Exports a new active campaign with an empty cache; returns files per second. */
const exportCampaign = async ({ base, dataDir }: Place, count: number, edition: string): Promise<number> => {
  const [idx = 0] = await fillCampaigns(base, 1)
  const campaign = `/v2/accounts/${account}/retail-campaigns/${idx}`
  for (const creative of creativesOf(count, edition, path => `${base}/assets/${account}/${path}`))
    await call(base, 'POST', `${campaign}/creative`, creative)
  await call(base, 'POST', `${campaign}/activate`, {})
  const status = `/v2/accounts/${account}/retailcampaigns/${idx}/activationstatus`
  const asked = () => call<Queue>(base, 'GET', status)
  await until(
    asked,
    a => a.status === 'ACTIVE',
    a => a.status === 'FAILED' || a.status === 'EXAMINE',
  )
  await emptyCache(dataDir)
  const startedAt = performance.now()
  const wanted = { assetExportType: 'png', resolution: '1' }
  const { queueId } = await call<{ queueId: string }>(base, 'POST', `${campaign}/exportAssets`, wanted)
  const queue = () => call<Queue>(base, 'GET', `/v2/accounts/${account}/queues/${queueId}`)
  const done = await until(
    queue,
    q => q.status === 'COMPLETED',
    q => q.status === 'FAILED',
  )
  if (done.failed > 0) throw new Error(`${done.failed} files were not rendered: ${JSON.stringify(done.errors[0])}`)
  return (count * adUnits.length) / ((performance.now() - startedAt) / 1000)
}

const askPeer = (child: ChildProcess, message: object | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`bare Chromium exited with ${code}`))
    child.once('exit', gone)
    child.once('message', (answer: { readonly perSecond: number }) => {
      child.off('exit', gone)
      resolve(answer.perSecond)
    })
    if (message) child.send(message)
  })

/** Peak memory of a process in MB; NaN if the system does not provide it. */
const peakMemory = (pid: number | undefined): number => {
  if (process.platform !== 'linux') return Number.NaN
  const found = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

/** Renders per second of an export with an empty cache, compared with bare Chromium; memory by number of files. */
export const measureExport: Measure = async ({ rounds, dir, profiles, progress }) => {
  const dataDir = join(dir, 'export')
  const node = await startEndcap(dataDir, profiles)
  const place = { base: node.url, dataDir }
  const peer = fork(new URL('./export/bare-chromium.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await askPeer(peer, undefined)
    await fillAccount(node.url, adUnits)
    await uploadPictures(node.url)
    progress('export: warming up')
    await exportCampaign(place, memoryCreatives.few, 'First')
    await askPeer(peer, { creatives: memoryCreatives.few, edition: 'First' })
    await exportCampaign(place, memoryCreatives.few, 'Again')
    const few = peakMemory(node.child.pid)
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: export`)
      ours.push(await exportCampaign(place, creatives, `Round ${round}`))
      bare.push(await askPeer(peer, { creatives, edition: `Round ${round}` }))
    }
    progress('export: many files')
    await exportCampaign(place, memoryCreatives.many, 'Many')
    const many = peakMemory(node.child.pid)
    const what = { work: 'export', unit: 'renders/s', peer: 'bare Chromium', budget: { atLeast: 0.8 } }
    const memory: Line = {
      work: `export, RSS, ${memoryCreatives.many * adUnits.length} files`,
      unit: 'MB',
      project: many,
      peer: `${memoryCreatives.few * adUnits.length} files`,
      peerValue: few,
      ratio: many / few,
      budget: { atMost: 1.25 },
      ok: many / few <= 1.25,
    }
    return { lines: [compare(what, ours, bare), memory], notes: [] }
  } finally {
    peer.disconnect()
    await node.stop()
  }
}
