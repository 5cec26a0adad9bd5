// @ts-check
import { activationPath, exportsOf, percentageOf } from './running.js'
import { exportName } from './wording.js'

/** @typedef {import('./campaign-row.js').Campaign} Campaign */
/** @typedef {import('./campaign-row.js').Progress} Progress */

/**
 * The progress of running jobs in a list of campaigns. `lacking` collects the permissions that the key turned out to
 * lack; reads that need them are not repeated.
 * @param {import('./api.js').Client} client
 * @param {AbortSignal} signal
 */
export const listProgress = (client, signal) => {
  /** @type {Set<string>} */
  const lacking = new Set()
  /** @type {Map<number, ReturnType<typeof exportsOf>>} */
  const readers = new Map()
  /** @type {{ activation?: string, exports?: string }} */
  const refused = {}

  /** @param {'activation' | 'exports'} part @param {import('./api.js').Refused} refusal */
  const note = (part, { permission }) => {
    if (permission === undefined) return
    refused[part] = permission
    lacking.add(permission)
  }

  /** @param {Campaign} campaign @returns {Promise<readonly Progress[]>} */
  const activation = async ({ status, retailCampaignIdx }) => {
    if (status !== 'IN_PROGRESS') return []
    const unknown = [{ what: 'Activation', percentage: undefined }]
    if (refused.activation) return unknown
    const read = await client.read(activationPath(retailCampaignIdx), {}, signal)
    if (read.ok) return read.body.status === status ? [{ what: 'Activation', percentage: read.body.percentage }] : []
    note('activation', read)
    return unknown
  }

  /** @param {Campaign} campaign @param {readonly Progress[]} before @returns {Promise<readonly Progress[]>} */
  const exports = async ({ status, retailCampaignIdx: idx }, before) => {
    if (status !== 'ACTIVE' || refused.exports) return []
    const reader = readers.get(idx) ?? exportsOf(client, idx, signal)
    readers.set(idx, reader)
    const read = await reader('running')
    if (read.ok)
      return read.body.map(e => ({ what: `Export ${exportName(e.format, e.resolution)}`, percentage: percentageOf(e) }))
    note('exports', read)
    return before
  }

  return {
    lacking,
    /** Whether the end of an activation is visible only in the list, because the key may not read activations. */
    isBlind: () => refused.activation !== undefined,
    /** @param {Campaign} campaign @param {readonly Progress[]} before @returns {Promise<readonly Progress[]>} */
    of: async (campaign, before) => [...(await activation(campaign)), ...(await exports(campaign, before))],
  }
}
