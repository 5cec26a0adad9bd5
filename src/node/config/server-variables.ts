import { matching, orElse, whole } from './codecs.ts'

/** The servers that several nodes share, and how soon one takes over from another. */
export const serverVariables = {
  EVENTSTOREDB_URL: {
    field: 'eventStoreUrl',
    shown: 'embedded',
    codec: orElse(
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
    codec: orElse(
      'endcap_',
      matching('must be 1 to 64 letters, digits, _ or -, starting with a letter', v => /^[A-Za-z][\w-]{0,63}$/.test(v)),
    ),
    means:
      'Prefix of the stream names in EventStoreDB. No prefix may be the beginning of another one in the same store.',
  },
  LEASE_MS: {
    field: 'leaseMs',
    shown: '15000',
    codec: orElse(15_000, whole(100, 600_000)),
    means: 'Milliseconds without a heartbeat after which another worker takes over a job.',
  },
  MONGODB_URL: {
    field: 'mongoUrl',
    shown: '',
    codec: orElse(
      undefined,
      matching('must be a mongodb or mongodb+srv URL', v => /^mongodb(?:\+srv)?:\/\/[^/\s]+/.test(v)),
    ),
    means: 'Connection string of the MongoDB replica set for the read models; without it they are embedded.',
  },
} as const
