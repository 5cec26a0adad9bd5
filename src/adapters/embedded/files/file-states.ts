import { FileFault, faultInWords, isDamage } from '../../sqlite/file-fault.ts'
import type { AsyncReads } from '../reading/reads.ts'
import type { Writer } from '../writing/writer.ts'
import { fileOf } from './file-names.ts'

/** Told once when a file of the embedded stores fails (with the reason and what to do), and once when it is well again. */
export type OnFileState = (store: string, reason: string | undefined) => void

type File = (typeof fileOf)[keyof typeof fileOf]
const storeOf: Readonly<Record<File, string>> = { 'log.db': 'event log', 'views.db': 'read models' }
const files = Object.values(fileOf)

/** Another process that writes at the same moment is no outage. */
const codeUnlessBusy = (code: string | undefined) => (code?.startsWith('SQLITE_BUSY') ? undefined : code)

/** How the two files are, by what the writer says and by what reads have met. Damage that was seen stays. */
export const fileStates = (writer: Writer, onState: OnFileState) => {
  const met = new Map<File, string>()
  const told = new Map<File, string>()

  const codeOf = (file: File): string | undefined => {
    const { logProblem, viewsProblem } = writer.state()
    return met.get(file) ?? codeUnlessBusy(file === fileOf.log ? logProblem : viewsProblem)
  }
  const look = () => {
    for (const file of files) {
      const code = codeOf(file)
      const known = told.get(file)
      if (code === undefined) told.delete(file)
      else told.set(file, code)
      if ((known === undefined) !== (code === undefined))
        onState(storeOf[file], code === undefined ? undefined : faultInWords(file, code))
    }
  }
  writer.onNews(look)

  const noted = (error: unknown) => {
    const file = error instanceof FileFault && files.find(f => f === error.file)
    if (!(error instanceof FileFault) || !file || !isDamage(error.code) || met.has(file)) return
    met.set(file, error.code)
    look()
  }
  /** The reads, with every damage that they meet noted. */
  const watched = (reads: AsyncReads): AsyncReads =>
    Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [
        name,
        (...args: unknown[]) =>
          (read as (...args: unknown[]) => Promise<unknown>)(...args).catch(error => {
            noted(error)
            throw error
          }),
      ]),
    ) as AsyncReads
  return {
    watched,
    noted,
    /** Each file that fails now, in words. */
    away: (): readonly string[] =>
      files.flatMap(file => {
        const code = codeOf(file)
        return code === undefined ? [] : [`${storeOf[file]}: ${faultInWords(file, code)}`]
      }),
  }
}
