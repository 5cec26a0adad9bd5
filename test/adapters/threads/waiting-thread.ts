import { parentPort } from 'node:worker_threads'

const waited = new Int32Array(new SharedArrayBuffer(4))
/** Answers after so many milliseconds, in which it uses no processor time, as on a machine that has none for it. */
parentPort?.on('message', (ms: number) => {
  Atomics.wait(waited, 0, 0, ms)
  parentPort?.postMessage(`waited ${ms} ms`)
})
parentPort?.postMessage('ready')
