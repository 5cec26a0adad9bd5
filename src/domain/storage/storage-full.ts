import { type Rejection, rejection } from '../shared/decider.ts'
import { binarySize } from '../shared/wording.ts'

/** The room of an account, and what a file needs of it, in bytes. */
export type Asked = { readonly held: number; readonly needed: number; readonly allowed: number }

/** Why a file is not stored; undefined if there is room for it (HTTP-32). */
export const storageFull = ({ held, needed, allowed }: Asked): Rejection | undefined =>
  held + needed <= allowed
    ? undefined
    : rejection(
        'storage-full',
        `The account holds ${binarySize(held)} of the ${binarySize(allowed)} that it may hold, and this needs ${binarySize(needed)}.`,
        { extra: { bytesHeld: held, bytesAllowed: allowed, bytesNeeded: needed } },
      )
