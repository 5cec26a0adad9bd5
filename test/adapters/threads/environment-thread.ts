import { parentPort } from 'node:worker_threads'

/** Answers with its variables. */
parentPort?.on('message', () => parentPort?.postMessage({ ...process.env }))
parentPort?.postMessage('ready')
