import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

export type Opened = { readonly name: string; readonly bytes: Buffer; readonly width: number; readonly height: number }
type Manifest = {
  readonly files: readonly {
    readonly name: string
    readonly sha256: string
    readonly size: number
    readonly width: number
    readonly height: number
  }[]
}

/** The files of an exported ZIP, verified against the manifest; throws if one differs or is missing. */
export const openZip = async (zip: Buffer): Promise<readonly Opened[]> => {
  const contents = new Map<string, Buffer>()
  const archive = await fromBufferPromise(zip)
  for await (const entry of archive.eachEntry())
    contents.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  const manifest = JSON.parse(contents.get('manifest.json')?.toString() ?? '{"files":[]}') as Manifest
  if (manifest.files.length + 1 !== contents.size) throw new Error('the manifest does not match the files in the ZIP')
  return manifest.files.map(({ name, sha256, width, height }) => {
    const bytes = contents.get(name)
    if (!bytes) throw new Error(`${name} is not in the ZIP`)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${name} does not match the manifest`)
    return { name, bytes, width, height }
  })
}
