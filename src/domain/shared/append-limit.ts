import { type Rejection, rejection } from './decider.ts'

/** Bytes of JSON that one append holds at most, on any log (ARCH-12). */
export const maxAppendBytes = 1_000_000

/** Refuses a change whose events do not fit into one append. `bytes`: how many they have, as far as they were counted. */
export const tooLargeToAppend = (bytes: string): Rejection =>
  rejection(
    'append-too-large',
    `The change has ${bytes} bytes of events; one write may have at most 1,000,000. Send it in parts.`,
  )
