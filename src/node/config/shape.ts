/** How the service is set up: by environment only, decoded once (design 8). */
export type Config = {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly dataDir: string
  /** `s3://bucket[/prefix]`; undefined: a folder in `dataDir`. */
  readonly blobUrl: string | undefined
  /** Where people and pages reach the service; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined
  readonly adminApiKey: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** `id:base64key,…`; the first is current. Undefined: made at the first start. */
  readonly secretsKey: string | undefined
  /** `host:port` entries that outgoing requests may reach although they are private. */
  readonly egressAllow: readonly string[]
  readonly rateLimit: { readonly requests: number; readonly writes: number; readonly starts: number } | 'off'
  readonly trustedHosts: readonly string[]
  /** JSON over the registry of tracker types. */
  readonly trackerTypes: string | undefined
  readonly chromiumPath: string | undefined
  readonly renderCacheBytes: number
  readonly logLevel: string
  /** `esdb://…` or `esdb+discover://…`: the event log is in EventStoreDB. Undefined: it is embedded. Never logged: it may hold a password. */
  readonly eventStoreUrl: string | undefined
  /** In front of every stream's name in EventStoreDB. */
  readonly streamPrefix: string
  /** Milliseconds without a sign of life after which another worker takes a job over. */
  readonly leaseMs: number
  /** Connection string of a MongoDB replica set for the read models; undefined: they are embedded. May hold credentials. */
  readonly mongoUrl: string | undefined
}
