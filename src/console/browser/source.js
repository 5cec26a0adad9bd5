// @ts-check

/** @typedef {import('../../asset-sources/source-reply.ts').SourceReply} Detail */
/** @typedef {import('../../../queries/asset-sources/get-asset-source-health.ts').Health} Health */
/** @typedef {Health['runs'][number]} Run */

/**
 * Path of an asset source, relative to the account.
 * @param {number} id
 */
export const sourcePath = id => `/asset-sources/${id}`

/** @type {Readonly<Record<string, string>>} */
export const typeNames = {
  uploaded: 'Uploaded',
  inline: 'Inline',
  feed: 'Feed',
  remote: 'Remote',
  motion: 'Motion assets',
  recommendation: 'Recommendation',
}

/** @param {string} type */
export const typeName = type => typeNames[type] ?? type

/**
 * When rows last came, even if they were the same as before; undefined before the first load, and for uploaded sources.
 * @param {Health} health
 */
export const lastLoad = ({ runs, fetch, served }) =>
  runs.find(({ status }) => status === 'COMPLETED')?.endedAt ?? fetch?.fetchedAt ?? served?.loadedAt
