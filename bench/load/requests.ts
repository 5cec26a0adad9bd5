/** The requests of a load; project and peers get the same bytes. */
export type Work = 'command' | 'query' | 'read'

/** The target of a load. `campaigns`: ids of existing campaigns. */
export type Target = { readonly port: number; readonly key: string; readonly campaigns: readonly number[] }
/** One load on a target. `run` differs between loads, so that a load never repeats the values of the previous one. */
export type Sending = Target & { readonly run: number; readonly connections: number }

export const account = 'bench'
export const creativesPerCampaign = 5
export const assetCount = 1_000
/** Page size of the query. */
export const pageSize = 25

const headline = 'Everything for the garden, from the first seed to the last harvest of the year'

/** The body of a command, about 200 bytes. Bodies for one creative differ by `wave`, so that each save is a change. */
export const creativeBody = (creative: number, wave: number): string =>
  JSON.stringify({
    creativeName: `terracotta-pot-${creative}`,
    dynamicAssets: [
      { columnName: 'headline', columnValue: headline },
      { columnName: 'price', columnValue: `${wave}.99` },
    ],
  })

const request = (head: string, key: string, body?: string): Buffer => {
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${head} HTTP/1.1\r\nHost: 127.0.0.1\r\nsvc_apikey: ${key}\r\n${content}\r\n${body ?? ''}`)
}

/** Rounds of a connection through its creatives before the values repeat; consecutive ones always differ. */
const waves = 8

/**
 * The commands of one connection. Each connection has its own campaigns and saves their creatives in turn with changing
 * values, so that every acknowledged command has appended an event.
 */
const commands = ({ key, campaigns, run, connections }: Sending, connection: number): readonly Buffer[] => {
  const own = campaigns.filter((_, i) => i % connections === connection)
  const path = (idx: number) => `POST /v2/accounts/${account}/retail-campaigns/${idx}/creative`
  return Array.from({ length: waves }, (_, wave) =>
    Array.from({ length: creativesPerCampaign }, (_, creative) =>
      own.map(idx => request(path(idx), key, creativeBody(creative, run * waves + wave))),
    ),
  ).flat(2)
}

/** Half of the library matches the filter. */
export const filter = `size>${assetCount / 2}`

/** The queries of one connection: a page of the library at changing offsets. */
const queries = ({ key }: Sending, connection: number): readonly Buffer[] => {
  const list = `/v2/accounts/${account}/assets?limit=${pageSize}&filters=${encodeURIComponent(filter)}`
  return Array.from({ length: 16 }, (_, i) => request(`GET ${list}&offset=${((i + connection) % 16) * pageSize}`, key))
}

/** The reads of one connection: one campaign after the other. */
const reads = ({ key, campaigns }: Sending, connection: number): readonly Buffer[] =>
  campaigns.map((_, i) => {
    const idx = campaigns[(i + connection) % campaigns.length]
    return request(`GET /v2/accounts/${account}/retail-campaigns/${idx}`, key)
  })

const works = { command: commands, query: queries, read: reads } as const

/** The requests of a connection, repeated in this order. */
export const requestsOf = (work: Work, sending: Sending, connection: number): readonly Buffer[] =>
  works[work](sending, connection)
