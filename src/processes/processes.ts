import type { AnyProcess } from '../process.ts'
import { activationProcess } from './activation.ts'
import { approvalMail } from './approval-mail.ts'
import { archiving } from './archiving.ts'
import { cloudCopies } from './cloud-copies.ts'
import { endings } from './endings.ts'
import { exportsProcess } from './exports.ts'

/** Every process of this release. */
export const processes: readonly AnyProcess[] = [
  activationProcess,
  approvalMail,
  archiving,
  cloudCopies,
  endings,
  exportsProcess,
]
