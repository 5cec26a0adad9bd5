import { knownFont } from '../../domain/templates/known-fonts.ts'

const words = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()

/** `AAAAAA+SourceSansPro-SemiBold` as family and weight. */
export const fontOf = (postScriptName: string): { readonly family: string; readonly weight: number } => {
  const [name = '', style = ''] = postScriptName
    .slice(0, 100)
    .replace(/^[A-Z]{6}\+/, '')
    .split(/[-,]/)
  const weight = /black|heavy|extrabold/i.test(style)
    ? 800
    : /semi|demi/i.test(style)
      ? 600
      : /bold/i.test(style)
        ? 700
        : /light|thin/i.test(style)
          ? 300
          : 400
  // fonts that every machine has carry marks of their makers
  const own = name.replace(/(?:PSMT|PS|MT)$/, '')
  return { family: knownFont(own)?.family ?? words(own), weight }
}
