import { parentPort } from 'node:worker_threads'

const kept: Uint8Array[] = []
/** More would fill the memory of a machine that looks too late. */
const most = 20
/** Fills so many buffers of 10 MiB, and keeps them. Asked for more than it has room for, it never answers. */
parentPort?.on('message', (count: number) => {
  while (kept.length < count) if (kept.length < most) kept.push(new Uint8Array(10 * 1_048_576).fill(1))
  parentPort?.postMessage(`filled ${count}`)
})
parentPort?.postMessage('ready')
