import { Command } from 'commander'
import { heldBytes } from '../../projections/storage/held-bytes.ts'
import { binarySize } from '../domain/shared/wording.ts'
import { parsed } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { aligned } from './aligned.ts'
import { print } from './say.ts'
import { onView } from './view/on-view.ts'
import { exitCodes } from './wrong-use.ts'

/** What an account holds, in bytes. */
type Held = { readonly account: string; bytes: number } & Record<Kind, number>

/** What is counted, as the ids of the documents name it. */
const kinds = ['library', 'rows', 'exports', 'templates', 'snapshots'] as const
type Kind = (typeof kinds)[number]

/** What every account holds, the most first. */
const heldByAccount = async (readModels: Pick<ReadModels, 'all'>): Promise<readonly Held[]> => {
  const accounts = new Map<string, Held>()
  for await (const stored of readModels.all(heldBytes)) {
    const { accountId: account, bytes } = parsed(heldBytes, stored)
    const held = accounts.get(account) ?? {
      account,
      bytes: 0,
      library: 0,
      rows: 0,
      exports: 0,
      templates: 0,
      snapshots: 0,
    }
    const of = stored.id.split(':')[1] as Kind
    held[of] += bytes
    held.bytes += bytes
    accounts.set(account, held)
  }
  return [...accounts.values()].sort((a, b) => b.bytes - a.bytes)
}

const table = (accounts: readonly Held[]): readonly string[] =>
  aligned([
    ['account', 'holds', ...kinds],
    ...accounts.map(({ account, ...held }) => [
      account,
      ...[held.bytes, ...kinds.map(kind => held[kind])].map(binarySize),
    ]),
  ])

const show = ({ json }: { readonly json?: boolean }): Promise<void> =>
  onView(heldBytes.name, async ({ readModels }) => {
    const accounts = await heldByAccount(readModels)
    for (const line of json ? accounts.map(one => JSON.stringify(one)) : table(accounts)) print(line)
    if (accounts.length === 0) process.exitCode = exitCodes.nothing
  })

/** `endcap storage`: what accounts hold of STORAGE_LIMIT (HTTP-32). Exit code 3 if none holds anything. */
export const storageCommand = (): Command =>
  new Command('storage').option('--json', 'print one JSON document per line').action(show)
