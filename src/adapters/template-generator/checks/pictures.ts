import { assetPathOf } from '../../../domain/assets/library-address.ts'
import { samplePictures } from '../../../domain/templates/samples.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Resource } from '../../../ports/renderer.ts'
import type { TemplateBrief } from '../../../ports/template-generator.ts'

const svg = (body: string): Resource => ({ body: Buffer.from(body), contentType: 'image/svg+xml' })
/** For a file of the library that the brief does not know. */
const unknown = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><path d="M60 60h280v280H60z" fill="#9aa3ad"/></svg>',
)

/** The file of a blob as the brief describes it. */
const typeOf = ({ brand }: TemplateBrief, blob: string): string =>
  [...(brand.logo ? [brand.logo] : []), ...brand.images].find(image => image.blob === blob)?.contentType ?? 'image/png'

/** What the page of a template loads while it is checked: the pictures and fonts of its brief and the sample's picture, nothing else. */
export const picturesOf = (brief: TemplateBrief, blobs: Pick<Blobs, 'read'>) => {
  const byPath = new Map(Object.entries(brief.picturePaths).map(([blob, path]) => [path, blob]))
  if (brief.logoPath !== undefined && brief.brand.logo !== undefined) byPath.set(brief.logoPath, brief.brand.logo.blob)
  for (const { path, sha256 } of brief.fontFiles ?? []) byPath.set(path, sha256)
  return async (url: string): Promise<Resource | undefined> => {
    const { pathname, host } = new URL(url)
    if (!host.endsWith('.invalid')) return undefined
    const product = samplePictures[pathname]
    if (product !== undefined) return svg(product)
    const path = assetPathOf(brief.accountId, pathname)
    if (path === undefined) return undefined
    const blob = byPath.get(path)
    return blob === undefined ? unknown : { body: await blobs.read(blob), contentType: typeOf(brief, blob) }
  }
}
