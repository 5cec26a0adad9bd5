import type { AnyProcess } from '../engine/react/process.ts'
import { activationProcess } from './activation/activation.ts'
import { endings } from './activation/endings.ts'
import { approvalMail } from './approval/approval-mail.ts'
import { cloudCopies } from './cloud/cloud-copies.ts'
import { archiving } from './exports/archiving.ts'
import { exportsProcess } from './exports/exports.ts'

/** Every process of this release. */
export const processes: readonly AnyProcess[] = [
  activationProcess,
  approvalMail,
  archiving,
  cloudCopies,
  endings,
  exportsProcess,
]
