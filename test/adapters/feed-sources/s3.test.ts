import { s3Cloud } from '../../support/servers/clouds.ts'
import { s3Missing } from '../../support/servers/s3.ts'
import { skip } from '../../support/servers/skip.ts'
import { feedSourcesContract } from './sources.contract.ts'

if (s3Missing) skip(s3Missing)
else
  feedSourcesContract('S3', async () => {
    const { rootDir, accessKey, secreteKey: secretKey, ...cloud } = await s3Cloud()
    return {
      ...cloud,
      credentials: { accessKey, secretKey },
      wrong: { accessKey, secretKey: 'not-the-secret-key' },
      addressOf: name => ({ urlType: 's3', url: `${rootDir}/${encodeURIComponent(name)}` }),
    }
  }).run()
