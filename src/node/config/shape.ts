/** The configuration of the service, decoded once from the environment (ARCH-39). */
export type Config = {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly dataDir: string
  /** `s3://bucket[/prefix]`; undefined: a folder in `dataDir`. */
  readonly blobUrl: string | undefined
  /** The URL at which people and pages reach the service; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined
  readonly adminApiKey: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Recipients of mails for an account in an hour. */
  readonly mailLimit: number | 'off'
  /** Bytes of files that an account may hold. */
  readonly storageLimit: number | 'off'
  /** `id:base64key,…`; the first is current. Undefined: generated at the first start. */
  readonly secretsKey: string | undefined
  /** Private addresses that outgoing requests may reach: `host:port`, or `host:*` for all ports. */
  readonly egressAllow: readonly string[]
  /** The same for what pages of ads load: anyone who may write a template chooses those addresses. */
  readonly egressAllowAds: readonly string[]
  /** Most bytes of an object that is copied from a cloud. */
  readonly cloudMaxObjectBytes: number
  readonly rateLimit: { readonly requests: number; readonly writes: number; readonly starts: number } | 'off'
  readonly addressLimit: { readonly requests: number; readonly wrongKeys: number } | 'off'
  /** Proxies in front of the node that append to X-Forwarded-For; 0: the header is ignored. */
  readonly trustProxy: number
  readonly trustedHosts: readonly string[]
  /** JSON that overrides the registry of tracker types. */
  readonly trackerTypes: string | undefined
  readonly chromiumPath: string | undefined
  /** Chromium runs without its sandbox. */
  readonly chromiumNoSandbox: boolean
  /** Memory that all processes of Chromium may hold, in bytes; undefined: by the memory of the machine. */
  readonly chromiumMaxBytes: number | undefined
  readonly renderCacheBytes: number
  /** Milliseconds within which an animated GIF ends; 0: never. */
  readonly gifMaxMs: number
  /** Bytes of request bodies and unsent responses that a node holds at most. */
  readonly inFlightBytes: number
  /** Milliseconds in which a client must take something of its answer. */
  readonly sendTimeoutMs: number
  readonly logLevel: string
  /** The file of the access log; undefined: none is written. */
  readonly accessLog: string | undefined
  readonly accessLogFiles: number
  /** The collector of OpenTelemetry; undefined: nothing is traced, and the SDK is not loaded. */
  readonly otlpEndpoint: string | undefined
  /** Share of traces that are kept, 0 to 1. */
  readonly otlpShare: number
  /** `esdb://…` or `esdb+discover://…`: the event log is in EventStoreDB. Undefined: it is embedded. Never logged: it may hold a password. */
  readonly eventStoreUrl: string | undefined
  /** The prefix of every stream name in EventStoreDB. */
  readonly streamPrefix: string
  /** Where a seal of the log is written each day: a folder or `s3://bucket[/prefix]`; undefined: nowhere. */
  readonly sealsTo: string | undefined
  /** The path of a module with projections of the operator's own; undefined: there are none. */
  readonly projections: string | undefined
  /** Milliseconds without a heartbeat after which another worker takes over a job. */
  readonly leaseMs: number
  /** Connection string of a MongoDB replica set for the read models; undefined: they are embedded. May hold credentials. */
  readonly mongoUrl: string | undefined
  /** The demand-side platform (DSP-4): all of these or none. */
  readonly dspUrl: string | undefined
  readonly dspAuthUrl: string | undefined
  readonly dspTokenUrl: string | undefined
  readonly dspClientId: string | undefined
  /** Never logged. */
  readonly dspClientSecret: string | undefined
  readonly dspRedirectUrl: string | undefined
  /** The model that makes templates: base of its API and its name, both or none. */
  readonly generatorUrl: string | undefined
  readonly generatorModel: string | undefined
  /** Never logged. */
  readonly generatorKey: string | undefined
  readonly generatorTimeoutMs: number
  readonly generatorMaxTokens: number
  /** The generative service that start operations are passed on to. */
  readonly generativeServiceUrl: string | undefined
}
