import { parentPort } from 'node:worker_threads'

/** Answers, and breaks afterwards when it is told to, as a thread does whose work left a promise that rejects. */
parentPort?.on('message', (name: string) => parentPort?.postMessage(`answered ${name}`))
new BroadcastChannel('leaving-thread').onmessage = () => {
  Promise.reject(new Error('too late'))
}
parentPort?.postMessage('ready')
