import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startAzurite } from './azurite.ts'
import { startGoogle } from './google.ts'
import { startS3 } from './s3.ts'

/** A cloud to connect to: the body for createCloudService, and a function to upload files. */
export type Cloud = {
  readonly serviceType: string
  readonly rootDir: string
  readonly accessKey: string
  readonly secreteKey: string
  /** host:port, for EGRESS_ALLOW. */
  readonly host: string
  put(key: string, bytes: Buffer | string): Promise<void>
  stop(): Promise<void>
}

export const s3Cloud = async (region = 'us-east-1'): Promise<Cloud> => {
  const s3 = await startS3(region)
  const { endpoint, bucket: Bucket } = s3
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: s3 })
  return {
    serviceType: 'S3Compatible',
    rootDir: `${endpoint}/${Bucket}`,
    accessKey: s3.accessKeyId,
    secreteKey: s3.secretAccessKey,
    host: new URL(endpoint).host,
    put: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    async stop() {
      client.destroy()
      await s3.close()
    },
  }
}

export const azureCloud = async (): Promise<Cloud> => {
  const azurite = await startAzurite()
  return {
    serviceType: 'AzureBlob',
    rootDir: `${azurite.endpoint}/${azurite.bucket}`,
    accessKey: azurite.accountName,
    secreteKey: azurite.accountKey,
    host: new URL(azurite.endpoint).host,
    put: (key, bytes) => azurite.put(key, Buffer.from(bytes)),
    stop: azurite.close,
  }
}

export const googleCloud = async (): Promise<Cloud> => {
  const google = await startGoogle()
  return {
    serviceType: 'GoogleCloudStorage',
    rootDir: `${google.endpoint}/${google.bucket}`,
    accessKey: google.email,
    secreteKey: google.privateKey,
    host: new URL(google.endpoint).host,
    put: (key, bytes) => google.put(key, Buffer.from(bytes)),
    stop: google.close,
  }
}
