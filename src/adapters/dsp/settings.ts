/** Where the DSP is, and who Endcap is to it (DSP-4). */
export type DspSettings = {
  /** The root of the API, before `/v4`. */
  readonly url: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

const hostPort = (url: string): string => {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/** The `host:port` entries that the adapter may reach although they may be private; it reaches no others. */
export const hostsOf = ({ url, authUrl, tokenUrl }: DspSettings): readonly string[] =>
  [url, authUrl, tokenUrl].map(hostPort)
