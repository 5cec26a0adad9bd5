import { Command } from 'commander'
import { eventFaults } from '../audit/extract/check-events.ts'
import { isSigned, type Manifest } from '../audit/extract/manifest.ts'
import { untrusted } from '../audit/verify/seals.ts'
import { printable } from '../domain/shared/printable.ts'
import { extraFiles, fileFault, linesOf, readManifest } from './extract/read-folder.ts'
import { progressOf } from './progress.ts'
import { print } from './say.ts'
import { readPublicKeys } from './verify/read-seals.ts'

type Options = { readonly publicKey?: string; readonly json?: boolean }
type Fault = { readonly where: string; readonly detail: string }

const faultsOf = async (folder: string, manifest: Manifest, trusted: readonly string[]): Promise<readonly Fault[]> => {
  const faults: Fault[] = []
  const found = (where: string, detail: string) => void faults.push({ where, detail })
  const unsealed = untrusted(manifest.seal, trusted)
  if (unsealed !== undefined) found('seal', unsealed)
  if (!isSigned(manifest)) found('manifest.json', 'its signature is wrong: the manifest was changed')
  const bar = progressOf('files', manifest.files.length)
  try {
    for (const [i, file] of manifest.files.entries()) {
      const detail = await fileFault(folder, file)
      if (detail !== undefined) found(file.path, detail)
      bar.step(i + 1, file.path)
    }
  } finally {
    bar.end()
  }
  for (const path of await extraFiles(folder, manifest)) found(path, 'is not part of the extract')
  try {
    const [events, hashes] = [linesOf(folder, 'events.ndjson'), linesOf(folder, 'hashes.txt')]
    for await (const detail of eventFaults(manifest, events, hashes)) found('events', detail)
  } catch (error) {
    found('events', error instanceof Error ? error.message : 'cannot be read')
  }
  return faults
}

const verifyExtract = async (folder: string, { publicKey, json }: Options): Promise<void> => {
  const manifest = await readManifest(folder)
  const { account, events, files, missing, seal } = manifest
  const trusted = publicKey === undefined ? [seal.publicKey] : await readPublicKeys(publicKey)
  const faults = await faultsOf(folder, manifest, trusted)
  const ok = faults.length === 0
  const result = {
    ok,
    account,
    events,
    files: files.length,
    missing,
    sealedAt: seal.at,
    publicKey: seal.publicKey,
    faults,
  }
  if (json) print(JSON.stringify(result))
  else {
    const lines = [
      ...faults.map(({ where, detail }) => `${where}: ${detail}`),
      ok
        ? `${events} events of ${account} and ${files.length} files are as they were sealed on ${seal.at}`
        : `${faults.length} faults in ${events} events of ${account} and ${files.length} files`,
      ...(publicKey === undefined
        ? [`The seal names its own key, ${seal.publicKey}; use --public-key with the one that you trust.`]
        : []),
    ]
    // whoever made the folder chose its names
    for (const line of lines) print(printable(line))
  }
  if (!ok) process.exitCode = 1
}

/** `endcap verify-extract`: checks an extract without any store or service. */
export const verifyExtractCommand = (): Command =>
  new Command('verify-extract')
    .argument('<folder>', 'the extract')
    .option('--public-key <file>', 'the PEM file with the key that the seal must be signed with')
    .option('--json', 'print {ok, account, events, files, missing[], sealedAt, publicKey, faults[]}')
    .action(verifyExtract)
