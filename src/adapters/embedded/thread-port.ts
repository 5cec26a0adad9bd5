import { type MessagePort, parentPort } from 'node:worker_threads'

/** The way back to whoever started this thread; throws on the main thread, where nobody did. */
export const threadPort = (): MessagePort => {
  if (parentPort === null) throw new Error('this module runs in a thread of its own')
  return parentPort
}
