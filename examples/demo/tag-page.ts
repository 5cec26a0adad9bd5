import { contactSheet, type Picture } from '../../src/cli/contact-sheet.ts'

/** A row of the CSV of tags. */
export type TagRow = Readonly<Record<string, string>>

/** How to see the tags again once the service of the demo has ended. */
export const showLive = 'npm run demo -- --serve'

/** Says that the service has ended, when it does not answer: the tags are blank then. */
const scriptAt = (base: string): string =>
  `fetch(${JSON.stringify(`${base}/healthz`)}, { mode: 'no-cors', cache: 'no-store' }).catch(() => { document.getElementById('ended').hidden = false })`

/** A page with the tags of the CSV, as a publisher would paste them. `base`: the address of the service that serves the ads. */
export const tagPage = (rows: readonly TagRow[], base: string): string => {
  const tags = rows.map(row => `<h2>${row['Ad Unit Name']} ${row.Width} × ${row.Height}</h2>\n${row.Tag}`).join('\n')
  const ended = `The ads are blank, because the service of the demo has ended. Run <code>${showLive}</code> to see them live; <a href="tag.png">tag.png</a> shows what they looked like.`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tags of Spring Garden</title><body style="font-family:system-ui;margin:2rem">\n<main>\n<h1>Tags of Spring Garden</h1>\n<p id="ended" role="status" hidden>${ended}</p>\n${tags}\n</main>\n<script>${scriptAt(base)}</script>\n</body></html>\n`
}

const pictureOf = async ({ Width: width, Height: height, Tag: tag }: TagRow): Promise<Picture> => {
  const at = /data-endcap="([^"]+)"/.exec(tag ?? '')?.[1]
  const answered = await fetch(`${at}.png`)
  if (!answered.ok) throw new Error(`${at}.png responded with ${answered.status}`)
  return { bytes: Buffer.from(await answered.arrayBuffer()), width: Number(width), height: Number(height) }
}

/** What the tags of the CSV show now, on one PNG. */
export const tagPicture = async (rows: readonly TagRow[]): Promise<Buffer> =>
  contactSheet(await Promise.all(rows.map(pictureOf)))
