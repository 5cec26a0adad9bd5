import * as E from 'fp-ts/lib/Either.js'
import { type DspExportView, dspExports } from '../../projections/dsp/dsp-exports.ts'
import type { DspRun } from '../domain/dsp/export-run.ts'
import { campaignOfId } from '../domain/retail-campaigns/campaign-id.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { findDocuments } from '../engine/read/documents.ts'
import type * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import type { Where } from '../ports/read-models.ts'

const runningWhere = async (
  { readModels }: Pick<Ports, 'readModels'>,
  which: Where,
): Promise<DspExportView | undefined> => {
  const where: Where = { all: [which, { field: ['runs'], is: '=', value: true }] }
  return (await findDocuments(readModels, dspExports, { where, limit: 1 }))[0]
}

/** The export of a campaign that runs or is being cancelled; undefined if there is none. */
export const runningExport = async (
  ports: Pick<Ports, 'readModels'>,
  campaignKey: string,
): Promise<DspRun | undefined> =>
  (await runningWhere(ports, { field: ['campaignKey'], is: '=', value: campaignKey }))?.run

const inUse = rejection(
  'dsp-unreadable',
  'An export with this DSP configuration runs. Wait until it has ended, or cancel it.',
)

/**
 * Refuses while an export with a configuration of the account runs (DSP-3). An export that the read models do not show yet ends by
 * itself, because its process finds no configuration.
 */
export const mustNotExport =
  (ports: Pick<Ports, 'readModels'>, accountId: string, configId: number): TE.TaskEither<Rejection, undefined> =>
  async () => {
    const found = await runningWhere(ports, { field: ['configId'], is: '=', value: configId })
    const runs = found !== undefined && campaignOfId(found.campaignKey).accountId === accountId
    return runs ? E.left(inUse) : E.right(undefined)
  }
