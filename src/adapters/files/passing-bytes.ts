import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that may pass before their buffers are collected. */
const collectEvery = 16 * 1_048_576

/** The function of V8 that collects young objects; opened when it is first wanted. */
let collect: NodeJS.GCFunction | undefined
const collector = (): NodeJS.GCFunction => {
  setFlagsFromString('--expose-gc')
  const opened: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return opened
}

let passed = 0
/**
 * Notes bytes that pass through this thread, such as a file on its way to the disk. Their buffers are outside the heap, so V8 itself lets
 * 64 MB of them wait for its collector; collecting young objects after 16 MiB takes a millisecond or two.
 */
export const noteBytes = (bytes: number): void => {
  passed += bytes
  if (passed < collectEvery) return
  passed = 0
  collect ??= collector()
  collect({ type: 'minor' })
}
