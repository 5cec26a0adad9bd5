import { html, raw } from '../../pages/html.ts'

type Columns = { readonly columns: readonly string[]; readonly pictures: ReadonlySet<string> }

/** Texts that an ad shows, at most: a start to be changed, and no more fit a small ad. */
const mostTexts = 3

/** How early an ad shows a column by its name: what the product is, then its price; codes and addresses last. */
const rankOf = (column: string): number => {
  if (/name|title|headline|product$/i.test(column)) return 0
  if (/price/i.test(column)) return 1
  return /sku|id$|gtin|url|link|category/i.test(column) ? 3 : 2
}

/**
 * An ad unit to begin with: the first picture, and the texts that a shopper looks for first, the first of them as its headline, and a click on all of it. It names each
 * column that it shows, so that transformations find them.
 */
export const unitHtml = (dimension: string, { columns, pictures }: Columns): string => {
  const [width = 1, height = 1] = dimension.split('x').map(Number)
  const [shown] = pictures
  const [headline, ...texts] = columns
    .filter(column => !pictures.has(column))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, mostTexts)
  const isWide = width > height * 1.2
  const side = Math.min(width, height)
  const letters = (share: number) => Math.max(10, Math.round(side * share))
  const value = (column: string) => raw(`{{${column}}}`)
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="ad.size" content="${`width=${width},height=${height}`}">
<title>${dimension}</title>
<style>
  * { box-sizing: border-box; margin: 0 }
  html, body { width: ${width}px; height: ${height}px; overflow: hidden; font-family: Arial, sans-serif }
  body { display: flex; flex-direction: ${isWide ? 'row' : 'column'}; align-items: center; gap: ${letters(0.04)}px; padding: ${letters(0.06)}px; background: #fff; color: #1a1a1a }
  .picture { flex: 1 1 0; min-width: 0; min-height: 0; max-width: 100%; max-height: 100%; align-self: stretch; object-fit: contain }
  .texts { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column; justify-content: center; gap: .3em; overflow: hidden }
  h1 { font-size: ${letters(isWide && height < 120 ? 0.2 : 0.1)}px; line-height: 1.15 }
  p { font-size: ${letters(isWide && height < 120 ? 0.16 : 0.065)}px; line-height: 1.25 }
  .link { position: absolute; inset: 0 }
</style>
</head>
<body>
${shown !== undefined && html`${raw(`{{#${shown}}}`)}<img class="picture" src="${value(shown)}" data-asset="${shown}" alt="">${raw(`{{/${shown}}}`)}`}
<div class="texts">
${headline !== undefined && html`<h1 data-asset="${headline}">${value(headline)}</h1>`}
${texts.map(column => html`<p data-asset="${column}">${value(column)}</p>`)}
</div>
<a class="link" href="{{clickUrl}}" target="_blank" aria-label="Open the offer"></a>
</body>
</html>
`.markup
  }`
}
