import { parentPort } from 'node:worker_threads'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { FileFault } from '../../sqlite/file-fault.ts'

export type Call = readonly [call: number, name: string, args: readonly unknown[]]
/** Why a call failed: a file error, a document that cannot be read, or the message of another error. */
export type Fault =
  | { readonly file: string; readonly code: string }
  | { readonly view: string; readonly generation: unknown }
  | string
export type Answer = readonly [call: number, answer: unknown, fault?: Fault]

const faultOf = (error: unknown): Fault => {
  if (error instanceof DocumentUnreadable) return { view: error.view, generation: error.generation }
  if (error instanceof FileFault) return { file: error.file, code: error.code }
  return error instanceof Error ? error.message : 'unknown error'
}

/** The error of a fault: errors lose their class between threads. */
export const errorOf = (fault: Fault): Error => {
  if (typeof fault === 'string') return new Error(fault)
  return 'view' in fault ? new DocumentUnreadable(fault.view, fault.generation) : new FileFault(fault.file, fault.code)
}

/** Answers the calls of `callsInThread` in this thread, one after the other. */
export const answerCalls = (functions: object): void => {
  const named = functions as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>
  const answerTo = ([call, name, args]: Call): Answer => {
    try {
      return [call, named[name]?.(...args)]
    } catch (error) {
      return [call, undefined, faultOf(error)]
    }
  }
  parentPort?.on('message', (calls: readonly Call[]) => parentPort?.postMessage(calls.map(answerTo)))
}
