/** What the load is made of; the same bytes go to the project and to every peer. */
export type Work = 'command' | 'query'

/** Whom a load is sent to. `campaigns`: ids of campaigns that exist there. */
export type Target = { readonly port: number; readonly key: string; readonly campaigns: readonly number[] }
/** One load on a target. `run` differs from load to load, so that the values of one are never those of the load before. */
export type Sending = Target & { readonly run: number; readonly connections: number }

export const account = 'bench'
export const creativesPerCampaign = 5
export const assetCount = 1_000
/** Documents on a page of the query. */
export const pageSize = 25

const headline = 'Everything for the garden, from the first seed to the last harvest of the year'

/** The body of a command, about 200 bytes. Two bodies of one creative differ by `wave`, so that each save is a change. */
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

/** Rounds of a connection through its creatives before the values repeat; neighbours always differ. */
const waves = 8

/**
 * The commands of one connection. A connection has campaigns of its own, and saves their creatives in turn with another value each
 * time, so that every command that is acknowledged has appended an event.
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

/** What a connection sends, again and again in this order. */
export const requestsOf = (work: Work, sending: Sending, connection: number): readonly Buffer[] =>
  work === 'command' ? commands(sending, connection) : queries(sending, connection)
