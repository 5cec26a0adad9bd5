import type { BrandImage, BrandProfile } from './brand.ts'
import { brandColors } from './brand-colors.ts'
import { brandCopy } from './brand-copy.ts'
import type { BrandFindings, ImageFinding } from './brand-findings.ts'
import { brandFonts } from './brand-fonts.ts'
import { brandName } from './brand-name.ts'
import { brandTone } from './brand-tone.ts'
import { leastLogoScore } from './logo-score.ts'

const mostImages = 30

/** The numbers of a source as shares of it, so that a long style sheet says no more than a short document. An earlier source says twice as much. */
const shares = <A>(
  sources: readonly (readonly A[])[],
  of: (one: A) => number,
  weighed: (one: A, share: number) => A,
): A[] =>
  sources
    .filter(list => list.length > 0)
    .flatMap((list, place) => {
      const total = list.reduce((sum, one) => sum + of(one), 0) || 1
      return list.map(one => weighed(one, of(one) / total / 2 ** place))
    })

const likeliest = (images: readonly ImageFinding[]): ImageFinding | undefined =>
  images
    .filter(({ logoScore }) => logoScore >= leastLogoScore)
    .reduce<ImageFinding | undefined>((best, one) => (best && best.logoScore >= one.logoScore ? best : one), undefined)

/** Pictures without repeats; the same bytes come twice where a page shows its logo twice. */
const unique = (images: readonly ImageFinding[]): readonly ImageFinding[] => {
  const first = new Map<string, ImageFinding>()
  for (const one of images) if (!first.has(one.image.blob)) first.set(one.image.blob, one)
  return [...first.values()]
}

/**
 * What the sources of a brand say together (TEMPLATE-15): name, logo and layout are those of the first source that has one, everything else is
 * merged, with more weight on earlier sources. `retailerName` is never the name, but confirms one. The same findings make the same profile.
 */
export const brandProfile = (sources: readonly BrandFindings[], retailerName?: string): BrandProfile => {
  const texts = sources.flatMap(source => source.texts)
  const logo = sources.map(({ images }) => likeliest(images)).find(found => found !== undefined)?.image
  const images = unique(sources.flatMap(source => source.images)).slice(0, mostImages)
  const { layout, artboards } = sources.find(source => source.layout) ?? {}
  const asImage = ({ image }: ImageFinding): BrandImage => ({
    ...image,
    role: image.blob === logo?.blob ? 'logo' : 'picture',
  })
  return {
    name: sources.map(({ names }) => brandName(names, retailerName)).find(name => name !== '') ?? '',
    colors: brandColors(
      shares(
        sources.map(source => source.colors),
        color => color.weight,
        (color, weight) => ({ ...color, weight }),
      ),
    ),
    fonts: brandFonts(
      shares(
        sources.map(source => source.fonts),
        font => font.use,
        (font, use) => ({ ...font, use }),
      ),
    ),
    tone: brandTone(texts.map(({ text }) => text)),
    copy: brandCopy(texts),
    images: images.map(asImage),
    ...(logo ? { logo: { ...logo, role: 'logo' as const } } : {}),
    ...(layout ? { layout } : {}),
    ...(artboards ? { artboards } : {}),
  }
}
