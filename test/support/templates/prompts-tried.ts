import type { PartPlaces } from '../../../src/domain/templates/edit/part-places.ts'

/** The styles of a template's parts by their names, its HTML, and where its parts are. */
export type Look = {
  readonly html: string
  readonly style: (part: string, property: string) => string | undefined
  readonly places: PartPlaces
}
/** Whether a template is what the prompt asked for; `before`: the one it was asked of. */
export type Fulfilled = (after: Look, before: Look) => boolean

const middle = (look: Look, part: string): number => {
  const place = look.places[part]
  return place === undefined ? Number.NaN : place.x + place.width / 2
}
const area = ({ places: { picture } }: Look): number => (picture ? picture.width * picture.height : 0)
const size = (look: Look, part: string): number => Number.parseFloat(look.style(part, 'font-size') ?? '0')
const isLeft: Fulfilled = after => middle(after, 'picture') < middle(after, 'name')
const isRight: Fulfilled = after => middle(after, 'picture') > middle(after, 'name')
const logoAtRight: Fulfilled = ({ places: { logo, ...others } }) =>
  logo !== undefined &&
  Object.values(others).some(other => other !== undefined) &&
  logo.x + logo.width / 2 > Math.max(...Object.values(others).map(other => (other ? other.x : 0))) - 60
const is =
  (part: string, property: string, value: string | RegExp): Fulfilled =>
  ({ style }) =>
    typeof value === 'string' ? style(part, property) === value : value.test(style(part, property) ?? '')
const grows =
  (part: string, sign: 1 | -1 = 1): Fulfilled =>
  (after, before) =>
    sign * (size(after, part) - size(before, part)) > 0
const both =
  (...all: readonly Fulfilled[]): Fulfilled =>
  (after, before) =>
    all.every(one => one(after, before))
const has =
  (text: string | RegExp): Fulfilled =>
  ({ html }) =>
    typeof text === 'string' ? html.includes(text) : text.test(html)
const isHidden = (part: string): Fulfilled => is(part, 'display', 'none')
/** Wider than it was, or already as wide as its part of the ad. */
const isWide: Fulfilled = (after, before) =>
  after.style('cta', 'width') === '100%' && (after.places.cta?.width ?? 0) >= (before.places.cta?.width ?? 0)
/** A color, or the nearest to it that can be read. */
const hasColor =
  (part: string, hex: string): Fulfilled =>
  ({ style, html }) =>
    style(part, 'color') === hex || html.includes(`data-wanted="${hex}"`)

/** Thirty prompts in five languages, and what must be true of a template after each. */
export const promptsTried: readonly (readonly [prompt: string, fulfilled: Fulfilled])[] = [
  ['Put the image on the left', isLeft],
  ['Move the logo to the top right', logoAtRight],
  ['Use a serif font for the headline', is('headline', 'font-family', /serif$/)],
  ['Make the picture bigger', (after, before) => area(after) > 1.03 * area(before)],
  ['Add a badge that says "New"', both(has('>New</span>'), has('{{badge}}'))],
  ['Make the button full width and use square corners', both(isWide, is('cta', 'border-radius', '0'))],
  ['Make the headline smaller. Make it italic', both(grows('headline', -1), is('headline', 'font-style', 'italic'))],
  [
    'Mach die Überschrift kursiv und etwas kleiner',
    both(grows('headline', -1), is('headline', 'font-style', 'italic')),
  ],
  ['Bild nach rechts', isRight],
  ['Hintergrund dunkelblau', is('background', 'background', '#000080')],
  ['Blende den Preis aus', both(isHidden('price'), isHidden('was'))],
  ['Überschrift in Großbuchstaben', is('headline', 'text-transform', 'uppercase')],
  [
    'Button in unserer Akzentfarbe',
    (after, before) => after.style('cta', 'background') !== before.style('cta', 'background'),
  ],
  ["Mets l'image à gauche", isLeft],
  ['Supprime l’image', both(isHidden('picture'), ({ places }) => places.picture === undefined)],
  ['Titre en gras et en rouge', both(is('headline', 'font-weight', '700'), hasColor('headline', '#ff0000'))],
  ['Plus d’espacement des lettres dans le titre', is('headline', 'letter-spacing', /em$/)],
  ['Change le bouton en « Acheter »', has('>Acheter</div>')],
  ['Rends tout sombre', has('data-scheme="dark"')],
  ['La imagen a la derecha', isRight],
  ['Titular en cursiva', is('headline', 'font-style', 'italic')],
  ['Quita la etiqueta', isHidden('badge')],
  ['Precio un poco más pequeño', grows('price', -1)],
  ['Fondo blanco y botón negro', both(is('background', 'background', '#ffffff'), is('cta', 'background', '#000000'))],
  ['El logo a la derecha', logoAtRight],
  ['見出しを斜体にしてください', is('headline', 'font-style', 'italic')],
  ['画像を左に', isLeft],
  ['ボタンを赤にして', is('cta', 'background', '#ff0000')],
  ['価格を非表示に', both(isHidden('price'), isHidden('was'))],
  ['角を丸くして', is('cta', 'border-radius', '99px')],
]
