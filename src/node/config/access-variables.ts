import { matching, orElse, whole } from './codecs.ts'

/** The variables of the access log (ADR 0080); the same form as the other variables. */
export const accessVariables = {
  ACCESS_LOG: {
    field: 'accessLog',
    shown: '',
    codec: orElse(
      undefined,
      matching('must be the path of a file', v => !v.endsWith('/')),
    ),
    means:
      'File for a line about each request of a key, for auditors; without it none is written. Each node needs its own.',
  },
  ACCESS_LOG_FILES: {
    field: 'accessLogFiles',
    shown: '16',
    codec: orElse(16, whole(1, 1_000)),
    means: 'How many rotated files of the access log are kept, of 64 MiB each.',
  },
} as const
