import { noRetailSettings, type RetailSettings, retailSettings } from '../domain/provisioning/aggregates.ts'
import type { Work } from '../engine/write/execute.ts'

/** The account's retail settings, from the log; without settings, no approvers. */
export const settingsFromLog = async (work: Pick<Work, 'load'>, accountId: string): Promise<RetailSettings> =>
  (await work.load(retailSettings, accountId)).state.value ?? noRetailSettings
