import { pathToFileURL } from 'node:url'
import { FolderUnfinished } from '../adapters/backup/unfinished.ts'
import { KeysRefused } from '../adapters/secrets/read-keys.ts'
import { diskFaultInWords } from '../ports/disk-fault.ts'
import { StoreAway } from '../ports/store-away.ts'
import { WrongAddress } from '../ports/wrong-address.ts'
import { ConfigError } from './config/config-error.ts'
import { keepFilesPrivate } from './private-files.ts'
import { startNode } from './start-node.ts'
import { endOnSignals } from './stopping.ts'

/** Errors at the start whose message says all that an operator needs. */
const forOperators = [ConfigError, KeysRefused, FolderUnfinished, StoreAway, WrongAddress]

/** Runs a node until SIGTERM, SIGINT or SIGHUP; a later signal ends the process at once. */
export const runNode = async () => {
  keepFilesPrivate()
  try {
    // acknowledged writes are on disk, so a supervisor can restart the process
    const node = await startNode(process.env, { onFatal: () => process.exit(1) })
    endOnSignals(node.stop)
  } catch (error) {
    const ofDisk = diskFaultInWords(error)
    if (ofDisk === undefined && !forOperators.some(kind => error instanceof kind)) throw error
    console.error(ofDisk ?? (error as Error).message)
    // exit code 1: a supervisor may restart (a store or a disk is unavailable); 2: an operator has to act first
    process.exit(ofDisk !== undefined || error instanceof StoreAway ? 1 : 2)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await runNode()
