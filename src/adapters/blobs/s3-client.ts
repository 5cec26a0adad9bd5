import { S3Client } from '@aws-sdk/client-s3'

type Env = Readonly<Record<string, string | undefined>>

/** A file that somebody downloads slowly holds a connection: with the usual 50, as many strangers would keep all files from everybody else. */
const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }

/**
 * A client configured by the AWS environment variables (credentials, region, endpoint). It retries failed requests. A
 * custom endpoint uses path-style addresses.
 */
export const s3Client = (env: Env): S3Client => {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION
  return new S3Client({
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 120_000, httpAgent: agent, httpsAgent: agent },
    // a custom endpoint has no regions, but signatures require one
    ...(region || !endpoint ? {} : { region: 'us-east-1' }),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
}
