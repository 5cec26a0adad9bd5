import { readFileSync, readlinkSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../../codec/fields.ts'
import { processAt, unlessGone } from './processes.ts'

/** A process by its number and the time of its start, which together are never used again before the machine restarts. */
const ProcessRef = t.type({ pid: t.number, startedAt: t.string })
export type ProcessRef = t.TypeOf<typeof ProcessRef>

/** Who uses a folder: a node, and the Chromium that it started. */
const Owner = fields(
  { boot: t.string, namespace: t.string, node: ProcessRef },
  { chromium: ProcessRef, executable: t.string },
)
export type Owner = t.TypeOf<typeof Owner>

const boot = () => unlessGone(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? ''
/** Process numbers mean something only in their own namespace: containers that share a folder do not share it. */
const namespace = () => unlessGone(() => readlinkSync('/proc/self/ns/pid')) ?? ''

/** This process as an owner. */
export const ownerHere = (): Owner => ({
  boot: boot(),
  namespace: namespace(),
  node: processAt(process.pid) ?? { pid: process.pid, startedAt: '' },
})

/** `unknown`: the owner runs, or ran, in another container, so its processes cannot be seen. */
export type Life = 'alive' | 'dead' | 'unknown'
export const lifeOf = (owner: Owner): Life => {
  if (owner.boot !== boot()) return 'dead'
  if (owner.namespace !== namespace()) return 'unknown'
  return processAt(owner.node.pid)?.startedAt === owner.node.startedAt ? 'alive' : 'dead'
}

/** Reads an owner as JSON; undefined if it is not one. */
export const parseOwner = (text: string): Owner | undefined => {
  try {
    const read = Owner.decode(JSON.parse(text))
    return E.isRight(read) ? read.right : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
