import { Refused } from './refused.ts'

/** Which private addresses may be reached, and what a refusal says about it. */
export type Egress = {
  /** Whether this port of a host may be reached although its address may be private. Hosts are compared as they are written, IPv6 addresses in brackets. */
  allows(host: string, port: number): boolean
  /** The error of a refused address, which names the setting for it in development. */
  refusal(refused: Refused, host: string, port: number): Refused
}

/** `entries`: `host:port`, or `host:*` for all ports. `setting`: the variable that lists them, if messages may name it. */
export const openEgress = (entries: readonly string[], setting?: string): Egress => {
  const listed = new Set(entries.map(entry => entry.toLowerCase()))
  return {
    allows: (host, port) => [port, '*'].some(ports => listed.has(`${host.toLowerCase()}:${ports}`)),
    refusal: (refused, host, port) =>
      setting === undefined || refused.code !== 'address-refused'
        ? refused
        : new Refused(refused.code, `${refused.message} (in development, ${setting}=${host}:${port} allows it)`),
  }
}
