import { maxAssetBytes } from '../../domain/assets/bounds.ts'
import { orElse, whole } from './codecs.ts'
import { addressLimits, limits, mailLimit, proxies, storageLimit } from './rules.ts'

/** The variables that bound what one caller may use; the same form as the other variables. */
export const limitVariables = {
  RATE_LIMIT: {
    field: 'rateLimit',
    shown: '600,150,20',
    codec: orElse({ requests: 600, writes: 150, starts: 20 }, limits),
    means: 'Requests, writes and starts per minute, for each key and for each account; off removes all limits.',
  },
  RATE_LIMIT_ADDRESS: {
    field: 'addressLimit',
    shown: '6000,60',
    codec: orElse({ requests: 6000, wrongKeys: 60 }, addressLimits),
    means: 'Public requests and wrong keys per address and minute, or off.',
  },
  MAIL_LIMIT: {
    field: 'mailLimit',
    shown: '200',
    codec: orElse(200, mailLimit),
    means: 'Recipients of mails for an account in an hour, or off.',
  },
  STORAGE_LIMIT: {
    field: 'storageLimit',
    shown: 'off',
    codec: orElse<number | 'off', 'off'>('off', storageLimit),
    means: 'Bytes of files that an account may hold, or off.',
  },
  TRUST_PROXY: {
    field: 'trustProxy',
    shown: 'off',
    codec: orElse(0, proxies),
    means: 'Number of proxies in front of the nodes: that many entries of X-Forwarded-For are believed, or off.',
  },
  CLOUD_MAX_OBJECT_BYTES: {
    field: 'cloudMaxObjectBytes',
    shown: '10485760',
    codec: orElse(maxAssetBytes, whole(1, 2 ** 50)),
    means: 'Size limit of a file that is copied from a cloud service, in bytes; as for uploads unless set.',
  },
  SEND_TIMEOUT_MS: {
    field: 'sendTimeoutMs',
    shown: '120000',
    codec: orElse(120_000, whole(1_000, 3_600_000)),
    means: 'Milliseconds in which a client must take something of its answer; otherwise its connection is ended.',
  },
} as const
