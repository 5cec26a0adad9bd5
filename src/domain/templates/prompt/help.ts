import type { Language, Meaning } from './meaning.ts'
import { type Understood, understand } from './understand.ts'

type Help = {
  readonly notUnderstood: string
  /** What prompts can ask for, and how examples are introduced. */
  readonly known: string
  /** Prompts that are understood. */
  readonly examples: readonly string[]
}

const helps: Readonly<Record<Language, Help>> = {
  en: {
    notUnderstood: 'Not understood',
    known:
      'You can change colors, sizes, texts, position, italics, typeface, weight, capitals, spacing, corners, the width of the button, light or dark, what is shown, and undo. For example:',
    examples: [
      'Make the headline red',
      'Make the background navy',
      'Make the button our brand color',
      'Make it dark',
      'Make the headline bigger',
      'Make the picture bigger',
      'Set the price to 20 px',
      'Change the headline to "Fresh for less"',
      'Add a badge that says "New"',
      'Remove the price',
      'Move the picture to the left',
      'Move the logo to the top right',
      'Center the text',
      'Set the headline in italics',
      'Use a serif font',
      'Make the price bolder',
      'Write the headline in capitals',
      'More letter spacing in the headline',
      'Use square corners',
      'Make the button full width',
      'Everything as before',
    ],
  },
  de: {
    notUnderstood: 'Nicht verstanden',
    known:
      'Ändern lassen sich Farben, Größen, Texte, Position, Kursivschrift, Schriftart, Schriftstärke, Großbuchstaben, Abstände, Ecken, die Breite des Buttons, hell oder dunkel, was zu sehen ist, und die letzte Änderung lässt sich zurücknehmen. Zum Beispiel:',
    examples: [
      'Mach die Überschrift rot',
      'Hintergrund dunkelblau',
      'Button in unserer Markenfarbe',
      'Mach alles dunkel',
      'Überschrift größer',
      'Das Bild größer',
      'Preis 20 px',
      'Ändere die Überschrift in „Frisch und günstig“',
      'Füge einen Badge mit dem Text „Neu“ hinzu',
      'Entferne den Preis',
      'Das Bild nach links',
      'Logo oben rechts',
      'Text zentrieren',
      'Überschrift kursiv',
      'Verwende eine Serifenschrift',
      'Preis fetter',
      'Überschrift in Großbuchstaben',
      'Mehr Zeichenabstand in der Überschrift',
      'Eckige Ecken',
      'Button über die volle Breite',
      'Alles wie vorher',
    ],
  },
  fr: {
    notUnderstood: 'Non compris',
    known:
      'Vous pouvez changer les couleurs, les tailles, les textes, la position, l’italique, la police, la graisse, les majuscules, l’espacement, les coins, la largeur du bouton, clair ou sombre, ce qui est affiché, et annuler. Par exemple :',
    examples: [
      'Mets le titre en rouge',
      'Fond bleu marine',
      'Bouton dans la couleur de la marque',
      'Rends tout sombre',
      'Agrandis le titre',
      'Agrandis l’image',
      'Prix à 20 px',
      'Change le titre en « Frais et pas cher »',
      'Ajoute un badge « Nouveau »',
      'Supprime le prix',
      'Mets l’image à gauche',
      'Logo en haut à droite',
      'Centre le texte',
      'Titre en italique',
      'Utilise une police à empattements',
      'Prix plus gras',
      'Titre en majuscules',
      'Plus d’espacement des lettres dans le titre',
      'Coins carrés',
      'Bouton pleine largeur',
      'Tout comme avant',
    ],
  },
  es: {
    notUnderstood: 'No entendido',
    known:
      'Se pueden cambiar colores, tamaños, textos, posición, cursiva, tipografía, grosor, mayúsculas, espaciado, esquinas, el ancho del botón, claro u oscuro, lo que se muestra, y deshacer. Por ejemplo:',
    examples: [
      'Pon el titular en rojo',
      'Fondo azul marino',
      'Botón con el color de la marca',
      'Haz todo oscuro',
      'Titular más grande',
      'La imagen más grande',
      'Precio a 20 px',
      'Cambia el titular a «Fresco y barato»',
      'Añade una etiqueta que diga «Nuevo»',
      'Quita el precio',
      'La imagen a la izquierda',
      'El logo arriba a la derecha',
      'Centra el texto',
      'Titular en cursiva',
      'Usa una letra con serifa',
      'Precio en negrita',
      'Titular en mayúsculas',
      'Más espaciado de letras en el titular',
      'Esquinas cuadradas',
      'Botón de ancho completo',
      'Todo como antes',
    ],
  },
  ja: {
    notUnderstood: '理解できませんでした',
    known:
      '色、サイズ、文字、位置、斜体、書体、太さ、大文字、余白、角、ボタンの幅、明るさ、表示する内容を変えられ、元に戻すこともできます。例：',
    examples: [
      '見出しを赤に',
      '背景を紺色に',
      'ボタンをブランドカラーに',
      '全体を暗く',
      '見出しを大きく',
      '画像を大きく',
      '価格を20ピクセルに',
      '見出しを「お得な新鮮さ」に変更',
      '「新商品」というバッジを追加',
      '価格を非表示に',
      '画像を左に',
      'ロゴを右上に',
      'テキストを中央に',
      '見出しを斜体に',
      '明朝体を使って',
      '価格を太字に',
      'ボタンを大文字に',
      '見出しの字間を広く',
      '角を四角く',
      'ボタンを全幅に',
      '元に戻して',
    ],
  },
}

const wordsOfSentences = new Set<Meaning['is']>(['verb', 'says', 'joins', 'ends', 'filler', 'it'])
const keysOf = (meanings: readonly Meaning[]): ReadonlySet<string> =>
  new Set(
    meanings
      .filter(({ is }) => !wordsOfSentences.has(is))
      .flatMap(one => [one.is, ...('target' in one ? [one.target] : [])]),
  )
/** The most useful ones when nothing of a prompt is known. */
const usual = [0, 11, 7]
const wanted = 3

/** The examples of a language that are nearest to what was known in a prompt: they share the most parts and wishes with it. */
const nearest = (language: Language, meanings: readonly Meaning[]): readonly string[] => {
  const { examples } = helps[language]
  const keys = keysOf(meanings)
  const scored = examples.map((example, i) => {
    const shared = keysOf(understand(example).meanings).intersection(keys).size
    return { example, score: shared + (usual.includes(i) ? 0.5 : 0) }
  })
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, wanted)
    .map(({ example }) => example)
}

/** What to tell about a prompt of which parts were not understood, in its language; `known` only then. */
export const helpFor = ({
  language,
  unknown,
  hints,
}: Understood): { readonly notUnderstood: string; readonly known?: string } => {
  const { notUnderstood, known } = helps[language]
  if (unknown.length === 0) return { notUnderstood }
  const examples = nearest(language, hints).map(example => (language === 'ja' ? `「${example}」` : `“${example}”`))
  return { notUnderstood, known: `${known} ${examples.join(', ')}.` }
}

/** All examples, each of which is understood. */
export const examples: readonly (readonly [Language, readonly string[]])[] = Object.entries(helps).map(
  ([language, { examples: list }]) => [language as Language, list],
)
