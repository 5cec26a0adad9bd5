import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { mustDecode } from '../../codec/must-decode.ts'
import { isMissing, syncFolder } from './copy-files.ts'

/** What fills a data folder, and how to go on with it when it was interrupted. */
const Unfinished = fields({ what: t.union([t.literal('restore'), t.literal('copy')]), remedy: t.string })
export type Unfinished = t.TypeOf<typeof Unfinished>

/** A data folder that is not complete. The message is one line for the operator. */
export class FolderUnfinished extends Error {
  override readonly name = 'FolderUnfinished'
}

const markIn = (dataDir: string): string => join(dataDir, 'unfinished.json')

/** Marks a data folder as incomplete until `finished`: no service may start on a part of it. */
export const begun = async (dataDir: string, unfinished: Unfinished): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  // whole or not at all: half a mark would be refused by the tool that could finish the work
  const part = `${markIn(dataDir)}.part`
  await writeFile(part, `${JSON.stringify(unfinished)}\n`, { flush: true })
  await rename(part, markIn(dataDir))
  await syncFolder(dataDir)
}

/** Removes the mark. */
export const finished = async (dataDir: string): Promise<void> => {
  await unlink(markIn(dataDir)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  await syncFolder(dataDir)
}

/** What was interrupted in a data folder; undefined if it is complete, or does not exist. */
export const unfinishedIn = async (dataDir: string): Promise<Unfinished | undefined> => {
  const text = await readFile(markIn(dataDir), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return text === undefined ? undefined : mustDecode(Unfinished, JSON.parse(text))
}

/** Throws FolderUnfinished if a restore or copy into the folder was interrupted. */
export const mustBeFinished = async (dataDir: string): Promise<void> => {
  const unfinished = await unfinishedIn(dataDir)
  if (unfinished)
    throw new FolderUnfinished(
      `${dataDir} holds a ${unfinished.what} that did not finish: ${unfinished.remedy}, or remove the folder`,
    )
}
