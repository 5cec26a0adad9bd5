import { randomUUID } from 'node:crypto'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { loadProjections, openStores } from '../files/open-stores.ts'
import type { FromWriter, ToWriter, WriterOptions } from '../protocol.ts'
import { writerLoop } from './writer-loop.ts'

/** Poll interval for writes of other processes, in milliseconds. */
const pollEvery = 10

const options: WriterOptions = workerData
const stores = openStores({
  ...options,
  projections: await loadProjections(options.projections),
  node: randomUUID(),
})
const loop = writerLoop(stores, (message: FromWriter) => parentPort?.postMessage(message))

/** Repeats a step of work in the background: at once while it has more to do. */
const repeat = (step: () => boolean): void => {
  const again = () => repeat(step)
  if (step()) setImmediate(again)
  else setTimeout(again, 50)
}

parentPort?.on('message', (first: ToWriter) => {
  // all messages received so far go into the same commit
  for (let message: ToWriter | undefined = first; message; message = receiveMessageOnPort(parentPort!)?.message)
    loop.take(message)
  loop.work()
})
loop.start()
setInterval(loop.checkOthers, pollEvery)
repeat(loop.build)
repeat(loop.chain)
