import { readFileSync } from 'node:fs'
import { compose } from '../../../src/domain/creatives/compose.ts'

const example = new URL('../../../examples/spring-garden/', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, example), 'utf8')

type Column = { readonly columnName: string; readonly columnValue: string }
type Creative = { readonly creativeName: string; readonly dynamicAssets: readonly Column[] }
type Unit = {
  readonly adUnitId: number
  readonly adUnitName: string
  readonly dimension: string
  readonly htmlFile: string
  readonly durationMs?: number
}
type Example = {
  readonly templateCampaign: { readonly adUnits: readonly Unit[] }
  readonly assets: readonly { readonly path: string; readonly file: string }[]
  readonly creatives: readonly Creative[]
}
const spring = JSON.parse(text('campaign.json')) as Example

/** The ad units of the example, with their HTML. */
export const adUnits = spring.templateCampaign.adUnits.map(({ htmlFile, ...unit }) => ({
  ...unit,
  html: text(htmlFile),
}))
/** The images of the example, by their path in the library. */
export const pictures = spring.assets.map(({ path, file }) => ({ path, bytes: readFileSync(new URL(file, example)) }))

/** Any number of creatives like the example's; those of one `edition` differ from those of others. */
export const creativesOf = (count: number, edition: string, urlOf: (path: string) => string): readonly Creative[] =>
  Array.from({ length: count }, (_, i) => {
    const { creativeName, dynamicAssets } = spring.creatives[i % spring.creatives.length]!
    const columns = dynamicAssets.map(({ columnName, columnValue }) => ({
      columnName,
      columnValue:
        columnName === 'badge'
          ? `${edition} ${i}`
          : columnValue.replace(/^asset:(.*)$/, (_m, path: string) => urlOf(path)),
    }))
    return { creativeName: `${creativeName}-${i}`, dynamicAssets: columns }
  })

export type Page = { readonly html: string; readonly width: number; readonly height: number }

/** The pages that an export of these creatives renders. */
export const pagesOf = (creatives: readonly Creative[]): readonly Page[] =>
  creatives.flatMap(({ dynamicAssets }) =>
    adUnits.map(({ html, dimension }) => {
      const columns = Object.fromEntries(dynamicAssets.map(c => [c.columnName, c.columnValue]))
      const composed = compose({ html, columns, transformations: [] })
      if ('code' in composed) throw new Error(composed.detail)
      const [width = 1, height = 1] = dimension.split('x').map(Number)
      return { html: composed.html, width, height }
    }),
  )
