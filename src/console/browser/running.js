// @ts-check

/** @typedef {import('../../../queries/exports/get-export-asset-status.ts').FormatEntry} FormatEntry */
/** @typedef {{ readonly item: string, readonly code: string, readonly detail: string }} Fault */
/** @typedef {{ readonly status: string, readonly percentage: number, readonly total: number, readonly done: number, readonly failed: number, readonly errors: readonly Fault[] }} Queue */
/** @typedef {FormatEntry['resolutionsResponse'][number] & { readonly format: string, readonly queue?: Queue }} Export */

/** @param {string} status */
export const isRunning = status => status === 'INITIATED' || status === 'PROCESSING'

/**
 * Path of a campaign, relative to the account. Activation uses a different spelling.
 * @param {number} idx
 */
export const campaignPath = idx => `/retail-campaigns/${idx}`
/** @param {number} idx */
export const activationPath = idx => `/retailcampaigns/${idx}/activationstatus`

/**
 * Reads a campaign's exports with their queues, which hold progress and errors. The queue of a finished export is read
 * once.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const exportsOf = (client, idx, signal) => {
  /** @type {Map<string, Queue>} */
  const ended = new Map()

  /** @param {Export} entry @returns {Promise<Export>} */
  const withQueue = async entry => {
    const { queueId, status } = entry
    if (queueId === undefined) return entry
    const id = `${queueId} ${status}`
    const known = ended.get(id)
    if (known) return { ...entry, queue: known }
    const read = await client.read(`/queues/${encodeURIComponent(queueId)}`, {}, signal)
    if (!read.ok) return entry
    if (!isRunning(status)) ended.set(id, read.body)
    return { ...entry, queue: read.body }
  }

  /** @param {'all' | 'running'} wanted @returns {Promise<import('./api.js').Read<readonly Export[]>>} */
  return async wanted => {
    const read = await client.read(`${campaignPath(idx)}/exportAssetStatus`, {}, signal)
    if (!read.ok) return read
    const formats = /** @type {readonly FormatEntry[]} */ (read.body)
    const all = formats.flatMap(f => f.resolutionsResponse.map(entry => ({ ...entry, format: f.assetExportType })))
    const entries = wanted === 'all' ? all : all.filter(entry => isRunning(entry.status))
    return { ok: true, body: await Promise.all(entries.map(withQueue)) }
  }
}

/**
 * Progress of an export, 0 to 100; undefined if not known yet.
 * @param {Export} entry
 */
export const percentageOf = ({ status, queue }) => {
  if (isRunning(status) && (queue === undefined || queue.total === 0)) return undefined
  return queue?.percentage ?? (status === 'COMPLETED' || status === 'AVAILABLE' ? 100 : undefined)
}
