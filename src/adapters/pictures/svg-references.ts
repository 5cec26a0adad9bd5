import { SaxesParser } from 'saxes'
import { cssReferences } from '../../domain/creatives/css-references.ts'

/** Addresses that are reported, and characters of each. */
const most = { addresses: 5, characters: 200 }
/** Elements that show or load what their address names. */
const loading = new Set(['image', 'feImage', 'use', 'img', 'link', 'tref'])
const addressed = new Set(['href', 'src'])

/**
 * The addresses of other files that an SVG names: style sheets, fonts, pictures. Browsers load none of them when the SVG is shown as a picture.
 * What is not well-formed is passed over: whether it can be shown only a browser can tell.
 */
export const svgReferences = (svg: string): readonly string[] => {
  const found = new Set<string>()
  const note = (address: string): void => {
    if (address === '' || address.startsWith('#') || /^data:/i.test(address)) return
    if (found.size < most.addresses) found.add(address.slice(0, most.characters))
  }
  const noteStyle = (css: string): void => {
    for (const { address } of cssReferences(css)) note(address)
  }
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  parser.on('error', () => undefined)
  parser.on('processinginstruction', ({ target, body }) => {
    const [, address] = /href\s?=\s?["']([^"']*)/.exec(body) ?? []
    if (target === 'xml-stylesheet' && address !== undefined) note(address)
  })
  parser.on('opentag', ({ local, attributes }) => {
    open.push(local)
    for (const { local: name, value } of Object.values(attributes))
      if (addressed.has(name)) {
        if (loading.has(local)) note(value.trim())
      } else noteStyle(value)
  })
  parser.on('closetag', () => void open.pop())
  const onText = (text: string): void => {
    if (open.at(-1) === 'style') noteStyle(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.write(svg).close()
  return [...found]
}
