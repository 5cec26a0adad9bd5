import { matching, orElse } from './codecs.ts'
import { s3Url } from './rules.ts'

/** The variable of the daily seals (ADR 0078); the same form as the other variables. */
export const sealVariables = {
  SEALS_TO: {
    field: 'sealsTo',
    shown: '',
    codec: orElse(
      undefined,
      matching(
        'must be the path of a folder, or s3://bucket or s3://bucket/prefix; set credentials, region and endpoint with AWS_ variables',
        v => !/^[a-z0-9+.-]+:/i.test(v) || s3Url.test(v),
      ),
    ),
    means:
      'Where a seal of the log is written each day: a folder or `s3://bucket/prefix`, which the service cannot change later.',
  },
} as const
