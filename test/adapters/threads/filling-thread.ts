import { parentPort } from 'node:worker_threads'

const kept: Uint8Array[] = []
/** Fills so many buffers of 10 MiB, and keeps them. */
parentPort?.on('message', (count: number) => {
  while (kept.length < count) kept.push(new Uint8Array(10 * 1_048_576).fill(1))
  parentPort?.postMessage(`filled ${count}`)
})
parentPort?.postMessage('ready')
