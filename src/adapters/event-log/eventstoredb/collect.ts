import type { StreamingRead } from '@eventstore/db-client'
import { noAnswer } from './store-errors.ts'

/**
 * All results of a read, or those up to the one after which it is enough. It fails if no data arrives for a while, since the client sets no
 * deadline on reads.
 */
export const collect = <A>(
  reading: StreamingRead<A>,
  idleMs: number,
  isEnough: (one: A) => boolean = () => false,
): Promise<readonly A[]> =>
  new Promise((resolve, reject) => {
    const all: A[] = []
    let isDone = false
    const giveUp = setTimeout(() => {
      reject(noAnswer())
      reading.cancel().catch(reject)
    }, idleMs)
    reading.on('data', (one: A) => {
      // some more arrive until the server has heard of the end
      if (isDone) return
      giveUp.refresh()
      all.push(one)
      isDone = isEnough(one)
      if (!isDone) return
      clearTimeout(giveUp)
      resolve(all)
      reading.cancel().catch(reject)
    })
    reading.on('end', () => {
      clearTimeout(giveUp)
      resolve(all)
    })
    reading.on('error', (error: Error) => {
      clearTimeout(giveUp)
      reject(error)
    })
  })
