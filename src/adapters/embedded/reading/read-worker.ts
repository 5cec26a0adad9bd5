import { workerData } from 'node:worker_threads'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { FileFault } from '../../sqlite/file-fault.ts'
import { threadPort } from '../thread-port.ts'
import { openReads, type Reads, read } from './reads.ts'

export type ToReader = readonly (readonly [call: number, method: keyof Reads, args: readonly unknown[]])[]
/** Why a read failed: a file error, a document that cannot be read, or the message of another error. */
export type ReadFault =
  | { readonly file: string; readonly code: string }
  | { readonly view: string; readonly generation: unknown }
  | string
export type FromReader = readonly (readonly [call: number, answer: unknown, fault?: ReadFault])[]

const port = threadPort()
const dataDir: string = workerData
const reads = openReads(dataDir)

const respondTo = ([call, method, args]: ToReader[number]): FromReader[number] => {
  try {
    return [call, read(reads, method, args)]
  } catch (error) {
    if (error instanceof DocumentUnreadable)
      return [call, undefined, { view: error.view, generation: error.generation }]
    if (error instanceof FileFault) return [call, undefined, { file: error.file, code: error.code }]
    return [call, undefined, error instanceof Error ? error.message : 'unknown error']
  }
}
port.on('message', (asked: ToReader) => port.postMessage(asked.map(respondTo)))
