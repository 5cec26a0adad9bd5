import { FileFault, faultInWords, isDamage } from '../../sqlite/file-fault.ts'
import type { Writer } from '../writing/writer.ts'
import { fileOf } from './file-names.ts'

/** Called once when a file of the embedded stores fails (with the reason and the remedy), and once when it recovers. */
export type OnFileState = (store: string, reason: string | undefined) => void

type File = (typeof fileOf)[keyof typeof fileOf]
const storeOf: Readonly<Record<File, string>> = { 'log.db': 'event log', 'views.db': 'read models' }
const files = Object.values(fileOf)

/** A lock held by another process is not an outage. */
const codeUnlessBusy = (code: string | undefined) => (code?.startsWith('SQLITE_BUSY') ? undefined : code)

/** State of the two files, from the writer's reports and from errors of reads. Damage stays recorded. */
export const fileStates = (writer: Writer, onState: OnFileState) => {
  const met = new Map<File, string>()
  const reported = new Map<File, string>()
  let viewsReopened = 0

  const codeOf = (file: File): string | undefined => {
    const { logProblem, viewsProblem } = writer.state()
    return met.get(file) ?? codeUnlessBusy(file === fileOf.log ? logProblem : viewsProblem)
  }
  const report = () => {
    const { viewsReopened: now } = writer.state()
    // damage is gone with the file that was removed
    if (now !== viewsReopened) met.delete(fileOf.views)
    viewsReopened = now
    for (const file of files) {
      const code = codeOf(file)
      const known = reported.get(file)
      if (code === undefined) reported.delete(file)
      else reported.set(file, code)
      if ((known === undefined) !== (code === undefined))
        onState(storeOf[file], code === undefined ? undefined : faultInWords(file, code))
    }
  }
  writer.onNews(report)

  const noted = (error: unknown) => {
    const file = error instanceof FileFault && files.find(f => f === error.file)
    if (!(error instanceof FileFault) || !file || !isDamage(error.code) || met.has(file)) return
    met.set(file, error.code)
    report()
  }
  return {
    noted,
    /** Every file that currently fails, with the reason. */
    away: (): readonly string[] =>
      files.flatMap(file => {
        const code = codeOf(file)
        return code === undefined ? [] : [`${storeOf[file]}: ${faultInWords(file, code)}`]
      }),
  }
}
