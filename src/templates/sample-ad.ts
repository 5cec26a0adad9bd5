import { clickColumn } from '../domain/templates/columns.ts'
import { samplePictureSvg, samples } from '../domain/templates/samples.ts'
import { adUnitSizeOf, type TemplateSize } from '../domain/templates/size.ts'
import type { Drawing } from '../rendering/draw.ts'

export type SampleAd = Pick<Drawing, 'accountId' | 'adUnit' | 'creative'>

/** The usual sample product; its picture is in the page, as no library has it. */
const columns = Object.entries({
  ...samples[0]?.columns,
  productImage: `data:image/svg+xml;base64,${Buffer.from(samplePictureSvg).toString('base64')}`,
  [clickColumn]: '#',
})

/** A template as an ad of a sample product, to be drawn for people. */
export const sampleAd = (accountId: string, made: TemplateSize & { readonly htmlSha256: string }): SampleAd => {
  const dimension = adUnitSizeOf(made)
  return {
    accountId,
    adUnit: { adUnitId: 1, adUnitName: dimension, dimension, htmlSha256: made.htmlSha256 },
    creative: {
      creativeName: 'sample',
      columns: columns.map(([columnName, columnValue]) => ({ columnName, columnValue, adUnitTransformations: [] })),
    },
  }
}
