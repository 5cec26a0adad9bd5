import { randomUUID } from 'node:crypto'
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import { loadProjections, openStores } from '../files/open-stores.ts'
import type { FromWriter, ToWriter, WriterOptions } from '../protocol.ts'
import { threadPort } from '../thread-port.ts'
import { writerLoop } from './writer-loop.ts'

/** Poll interval for writes of other processes, in milliseconds: at rest, and while a reader waits. */
const pollEvery = { rest: 25, hurry: 3 }

const options: WriterOptions = workerData
const port = threadPort()
const stores = openStores({
  ...options,
  projections: await loadProjections(options.projections),
  node: randomUUID(),
})
const loop = writerLoop(stores, (message: FromWriter) => port.postMessage(message))

let hurry = false
let timer: NodeJS.Timeout | undefined
const poll = () => {
  timer = setTimeout(poll, hurry ? pollEvery.hurry : pollEvery.rest)
  loop.checkOthers()
}
/** Repeats a step of work in the background: at once while it has more to do. */
const repeat = (step: () => boolean): void => {
  const again = () => repeat(step)
  if (step()) setImmediate(again)
  else setTimeout(again, 50)
}

port.on('message', (first: ToWriter) => {
  let message: ToWriter | undefined = first
  // All messages received so far go into the same commit.
  for (; message; message = receiveMessageOnPort(port)?.message) {
    loop.take(message)
    if (message.hurry !== hurry) {
      hurry = message.hurry
      clearTimeout(timer)
      poll()
    }
  }
  loop.work()
})
loop.start()
poll()
repeat(loop.build)
repeat(loop.chain)
