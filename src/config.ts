import * as E from 'fp-ts/lib/Either.js'

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

type Env = Readonly<Record<string, string | undefined>>
type Read<A> = (value: string | undefined) => E.Either<string, A>

const orElse =
  <A>(otherwise: A, read: Read<A>): Read<A> =>
  value =>
    value === undefined || value.trim() === '' ? E.right(otherwise) : read(value.trim())
const any: Read<string> = value => E.right(value ?? '')
const matching =
  (must: string, fits: (value: string) => boolean): Read<string> =>
  value =>
    value !== undefined && fits(value) ? E.right(value) : E.left(must)
const whole =
  (min: number, max: number): Read<number> =>
  value =>
    /^\d{1,15}$/.test(value ?? '') && Number(value) >= min && Number(value) <= max
      ? E.right(Number(value))
      : E.left(`must be a whole number from ${min} to ${max}`)
const listing =
  (must: string, fits: (item: string) => boolean): Read<readonly string[]> =>
  value => {
    const items = (value ?? '')
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
    return items.every(fits) ? E.right(items) : E.left(must)
  }
const url = (must: string, ...protocols: readonly string[]) =>
  matching(must, value => URL.canParse(value) && protocols.includes(new URL(value).protocol))

const limits: Read<Config['rateLimit']> = value => {
  if (value === 'off') return E.right('off')
  const [requests, writes, starts, ...rest] = (value ?? '')
    .split(',')
    .map(part => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : Number.NaN))
  const all = [requests, writes, starts]
  if (rest.length > 0 || !all.every(n => n !== undefined && n > 0))
    return E.left('must be off, or requests,writes,starts a minute, for example 600,150,20')
  return E.right({ requests: requests ?? 0, writes: writes ?? 0, starts: starts ?? 0 })
}
/** Where a text stops being JSON, when the parser says so; its other words quote the value. */
const placeOf = (error: unknown): string => {
  const place = /line \d+ column \d+/.exec(String(error))?.[0]
  return place === undefined ? '' : `, and is not from ${place} on`
}
const json: Read<string> = (value = '') =>
  E.tryCatch(
    () => {
      JSON.parse(value)
      return value
    },
    error => `must be JSON: an object of tracker types by name${placeOf(error)}`,
  )
const keyList: Read<string> = (value = '') => {
  const pairs = value.split(',').map(pair => pair.trim().split(':'))
  const whole = pairs.every(
    ([id = '', key = '', ...rest]) =>
      rest.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(key, 'base64').length === 32,
  )
  if (!whole)
    return E.left('must be id:key pairs, separated by commas, each key 32 bytes in base64 (openssl rand -base64 32)')
  const ids = new Set(pairs.map(([id]) => id))
  // two keys of one id could not be told apart in what they sealed
  return ids.size === pairs.length ? E.right(value) : E.left('must be id:key pairs with ids that differ')
}
/** Paths are put behind it, so it may have neither query nor fragment. */
const webUrl: Read<string> = value => {
  const read = url('must be an http or https URL', 'http:', 'https:')(value)
  return E.isRight(read) && /[?#]/.test(read.right) ? E.left('must be an http or https URL without query or #') : read
}
/** Buckets as AWS names them; a prefix of plain characters, without an empty or dotted step. */
const s3Url = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const hostPort = (item: string) => {
  const port = Number(/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(item)?.[1])
  return port > 0 && port <= 65_535
}
const mailFrom = /^(?:[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>)$/

/** Each variable: where it goes, its default in words, how it is read, and what it means. */
const variables = {
  HOST: { field: 'host', shown: '127.0.0.1', read: orElse('127.0.0.1', any), means: 'Address to listen on.' },
  PORT: {
    field: 'port',
    shown: '8080',
    read: orElse(8080, whole(0, 65_535)),
    means: 'Port to listen on; 0 takes a free one.',
  },
  DATA_DIR: {
    field: 'dataDir',
    shown: './data',
    read: orElse('./data', any),
    means: 'Folder of the embedded stores, blobs, outbox and keys; nothing is written elsewhere.',
  },
  BLOB_URL: {
    field: 'blobUrl',
    shown: 'DATA_DIR/blobs',
    read: orElse<string | undefined>(
      undefined,
      matching(
        'must be s3://bucket or s3://bucket/prefix; credentials, region and endpoint come by AWS_ variables',
        v => s3Url.test(v),
      ),
    ),
    means: 'Where files are kept: `s3://bucket/prefix`, reached as the AWS_ variables say.',
  },
  PUBLIC_URL: {
    field: 'publicUrl',
    shown: 'http://HOST:PORT',
    read: orElse<string | undefined>(undefined, webUrl),
    means: 'Where people, pages and tags reach the service.',
  },
  ADMIN_API_KEY: {
    field: 'adminApiKey',
    shown: '',
    read: orElse<string | undefined>(
      undefined,
      matching('must have at least 32 characters (openssl rand -hex 32)', v => v.length >= 32),
    ),
    means: 'A key with every permission on everything, for bootstrap.',
  },
  SMTP_URL: {
    field: 'smtpUrl',
    shown: '',
    read: orElse<string | undefined>(undefined, url('must be an smtp or smtps URL', 'smtp:', 'smtps:')),
    means: 'Mail server; without it each mail is a file in DATA_DIR/outbox.',
  },
  MAIL_FROM: {
    field: 'mailFrom',
    shown: 'Endcap <endcap@localhost>',
    read: orElse(
      'Endcap <endcap@localhost>',
      matching('must be a mail address, with a name or without', v => mailFrom.test(v)),
    ),
    means: 'Sender of the mails.',
  },
  SECRETS_KEY: {
    field: 'secretsKey',
    shown: 'made at first start',
    read: orElse<string | undefined>(undefined, keyList),
    means:
      'Keys that secrets are sealed under, id:base64 pairs; the first is current. Rotate by putting a new one in front.',
  },
  EGRESS_ALLOW: {
    field: 'egressAllow',
    shown: '',
    read: orElse<readonly string[]>([], listing('must be host:port entries, separated by commas', hostPort)),
    means: 'Private addresses that outgoing requests may reach all the same.',
  },
  RATE_LIMIT: {
    field: 'rateLimit',
    shown: '600,150,20',
    read: orElse<Config['rateLimit']>({ requests: 600, writes: 150, starts: 20 }, limits),
    means: 'Requests, writes and starts a key and minute, or off.',
  },
  TRUSTED_HOSTS: {
    field: 'trustedHosts',
    shown: '',
    read: orElse<readonly string[]>(
      [],
      listing('must be hosts, separated by commas', v => /^[A-Za-z0-9.[\]:-]+$/.test(v)),
    ),
    means: 'Hosts that links in answers may start with when a request names them.',
  },
  TRACKER_TYPES: {
    field: 'trackerTypes',
    shown: '',
    read: orElse<string | undefined>(undefined, json),
    means: 'JSON over the registry of tracker types.',
  },
  CHROMIUM_PATH: {
    field: 'chromiumPath',
    shown: 'found, else inside npm',
    read: orElse<string | undefined>(undefined, any),
    means: 'The Chromium that renders.',
  },
  RENDER_CACHE_BYTES: {
    field: 'renderCacheBytes',
    shown: '5368709120',
    read: orElse(5_368_709_120, whole(0, 2 ** 50)),
    means: 'Bytes of rendered files that are kept, least recently used first out.',
  },
  LOG_LEVEL: {
    field: 'logLevel',
    shown: 'info',
    read: orElse(
      'info',
      matching(`must be one of ${levels.join(', ')}`, v => levels.includes(v)),
    ),
    means: 'Least level that is logged.',
  },
  EVENTSTOREDB_URL: {
    field: 'eventStoreUrl',
    shown: 'embedded',
    read: orElse<string | undefined>(
      undefined,
      matching('must be an esdb:// or esdb+discover:// connection string', v =>
        /^esdb(?:\+discover)?:\/\/\S+$/.test(v),
      ),
    ),
    means: 'Connection string of the EventStoreDB that holds the event log; without it the log is in DATA_DIR.',
  },
  STREAM_PREFIX: {
    field: 'streamPrefix',
    shown: 'endcap_',
    read: orElse(
      'endcap_',
      matching('must be 1 to 64 letters, digits, _ or -, beginning with a letter', v =>
        /^[A-Za-z][\w-]{0,63}$/.test(v),
      ),
    ),
    means: 'Namespace of the streams in EventStoreDB. No prefix in a store may begin another.',
  },
  LEASE_MS: {
    field: 'leaseMs',
    shown: '15000',
    read: orElse(15_000, whole(100, 600_000)),
    means: 'Milliseconds without a sign of life after which another worker takes a job over.',
  },
  MONGODB_URL: {
    field: 'mongoUrl',
    shown: '',
    read: orElse<string | undefined>(
      undefined,
      matching('must be a mongodb or mongodb+srv URL', v => /^mongodb(?:\+srv)?:\/\/[^/\s]+/.test(v)),
    ),
    means:
      'MongoDB of the read models, with credentials and TLS as its driver takes them; without it they are embedded.',
  },
} as const satisfies Record<string, { field: keyof Config; shown: string; read: Read<unknown>; means: string }>

/** Reads the environment; Left: one line a fault, each naming its variable and what it must be. Values are never shown. */
export const readConfig = (env: Env): E.Either<readonly string[], Config> => {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, { field, read }] of Object.entries(variables)) {
    const value: E.Either<string, unknown> = read(env[name])
    if (E.isLeft(value)) faults.push(`${name} ${value.left}`)
    else config[field] = value.right
  }
  if (config.eventStoreUrl !== undefined && config.mongoUrl === undefined)
    faults.push('MONGODB_URL must name the read models of a node whose log is in EVENTSTOREDB_URL')
  if (config.eventStoreUrl !== undefined && config.secretsKey === undefined)
    faults.push(
      'SECRETS_KEY must be set with EVENTSTOREDB_URL: every node needs the same keys (openssl rand -base64 32)',
    )
  return faults.length > 0 ? E.left(faults) : E.right(config as Config)
}

/** The variables with their defaults and meanings, for the README and --help. */
export const describeConfig = (): readonly {
  readonly name: string
  readonly default: string
  readonly meaning: string
}[] => Object.entries(variables).map(([name, { shown, means }]) => ({ name, default: shown, meaning: means }))
