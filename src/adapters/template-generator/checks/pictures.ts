import { samplePicture } from '../../../domain/templates/samples.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Resource } from '../../../ports/renderer.ts'
import type { TemplateBrief } from '../../../ports/template-generator.ts'

const svg = (inner: string): Resource => ({
  body: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">${inner}</svg>`,
  ),
  contentType: 'image/svg+xml',
})
/** The product of the samples: a watering can. */
const product = svg(
  '<path d="M120 150h150v190H120z" fill="#3f7d64"/><path d="M270 210l80-90 18 14-98 150z" fill="#356b56"/><path d="M120 180c-80 0-80 120 0 120" fill="none" stroke="#2d5b49" stroke-width="20"/><ellipse cx="195" cy="150" rx="75" ry="20" fill="#2d5b49"/>',
)
/** For a file of the library that the brief does not know. */
const unknown = svg('<path d="M60 60h280v280H60z" fill="#9aa3ad"/>')

/** The file of a blob as the brief describes it. */
const typeOf = ({ brand }: TemplateBrief, blob: string): string =>
  [...(brand.logo ? [brand.logo] : []), ...brand.images].find(image => image.blob === blob)?.contentType ?? 'image/png'

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What the page of a template loads while it is checked: the pictures of its brief and the sample's, nothing else. */
export const picturesOf = (brief: TemplateBrief, blobs: Pick<Blobs, 'read'>) => {
  const byPath = new Map(Object.entries(brief.picturePaths).map(([blob, path]) => [path, blob]))
  if (brief.logoPath !== undefined && brief.brand.logo !== undefined) byPath.set(brief.logoPath, brief.brand.logo.blob)
  const prefix = `/assets/${brief.accountId}/`
  return async (url: string): Promise<Resource | undefined> => {
    const { pathname, host } = new URL(url)
    if (!host.endsWith('.invalid')) return undefined
    if (pathname === samplePicture) return product
    if (!pathname.startsWith(prefix)) return undefined
    const blob = byPath.get(decoded(pathname.slice(prefix.length)))
    return blob === undefined ? unknown : { body: await blobs.read(blob), contentType: typeOf(brief, blob) }
  }
}
