import { parentPort } from 'node:worker_threads'

/** Answers, and breaks afterwards, as a thread does whose work left a promise that rejects. */
parentPort?.on('message', (name: string) => {
  parentPort?.postMessage(`answered ${name}`)
  if (name === 'the last') Promise.reject(new Error('too late'))
})
parentPort?.postMessage('ready')
