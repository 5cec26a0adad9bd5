import { cloudServices } from '../../../projections/cloud/cloud-services.ts'
import { mediaChannels } from '../../../projections/media-channels/media-channels.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import type { World } from '../world.ts'

const fileNames = ['zip', 'snapshot', 'htmlSha256'] as const

const filesIn = ({ data }: Recorded): readonly string[] => {
  const text = JSON.stringify(data)
  return fileNames.flatMap(name => [...text.matchAll(new RegExp(`"${name}":"([0-9a-f]{64})"`, 'g'))].map(m => m[1]!))
}

/** Checks that every file that an event names exists, and every secret that a channel or a cloud service uses now. */
export const missingThings = async ({ log, blobs, views, secretStore }: World): Promise<readonly string[]> => {
  const missing: string[] = []
  for (const sha256 of new Set(log.events.flatMap(filesIn)))
    if (!(await blobs.stat(sha256))) missing.push(`the file ${sha256} does not exist`)
  for (const { id, json } of [mediaChannels, cloudServices].flatMap(views.all))
    for (const [secret] of json.matchAll(/secret:[0-9a-f-]{36}/g))
      if ((await secretStore.get(secret)) === undefined) missing.push(`the secret ${secret} of ${id} does not exist`)
  return missing
}
