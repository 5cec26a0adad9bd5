import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openReads, type Reads, read } from './reads.ts'

export type ToReader = readonly (readonly [call: number, method: keyof Reads, args: readonly unknown[]])[]
/** `fault`: the message of the error that the read ended with. */
export type FromReader = readonly (readonly [call: number, answer: unknown, fault?: string])[]

const port = parentPort as MessagePort
const reads = openReads(workerData as string)

const answer = ([call, method, args]: ToReader[number]): FromReader[number] => {
  try {
    return [call, read(reads, method, args)]
  } catch (error) {
    return [call, undefined, error instanceof Error ? error.message : 'unknown error']
  }
}
port.on('message', (asked: ToReader) => port.postMessage(asked.map(answer)))
