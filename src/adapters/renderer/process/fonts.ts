import { chmod, cp, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf } from '../../../domain/shared/digest.ts'
import type { RunAs } from './chromium-user.ts'
import { oncePerMachine } from './temporary.ts'

/** The packages with the fonts of ads, and their folders of fonts, seen from the module that each exports (ADR 0189). */
const packages: readonly (readonly [name: string, folder: string])[] = [
  ...['latin', 'hebrew', 'jp', 'sc'].map(name => [`@embedpdf/fonts-${name}`, '../fonts'] as const),
  ...[
    ...['arimo', 'tinos', 'cousine', 'gelasio', 'nanum-gothic'],
    ...['noto-sans-arabic', 'noto-sans-devanagari', 'noto-sans-thai'],
    ...['noto-sans-symbols', 'noto-sans-symbols-2', 'noto-color-emoji'],
  ].map(name => [`@expo-google-fonts/${name}`, '.'] as const),
]

const [japanese, chinese, korean] = ['Noto Sans Japanese', 'Noto Sans S Chinese', 'NanumGothic']
/** The families in the order in which they are asked for a character that the fonts of an ad lack. */
const fallbacks = [
  ...['Arimo', 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'],
  // by design Japanese and Chinese fit each other, so a text with characters of both looks even
  ...[japanese, chinese, korean, 'Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Color Emoji'],
]
/** Han characters look different in each language: what the `lang` of an element asks for comes first. */
const byLanguage = { ja: japanese, zh: chinese }

/** Names that ads use, by the family that stands for them. Those of Arimo, Tinos, Cousine and Gelasio have the same widths. */
const names: Readonly<Record<string, readonly string[]>> = {
  Arimo: ['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'],
  Tinos: ['Times New Roman', 'Times', 'Liberation Serif', 'serif'],
  Cousine: ['Courier New', 'Courier', 'Liberation Mono', 'monospace'],
  Gelasio: ['Georgia'],
  'Noto Sans': ['sans-serif', 'system-ui'],
  [japanese]: ['Noto Sans JP', 'Noto Sans CJK JP'],
  [chinese]: ['Noto Sans SC', 'Noto Sans CJK SC', 'Noto Sans TC', 'Noto Sans CJK TC', 'Noto Sans HK'],
  [korean]: ['Noto Sans KR', 'Noto Sans CJK KR', 'Nanum Gothic'],
  'Noto Color Emoji': ['emoji'],
}

const strings = (tag: string, values: readonly string[]) => values.map(value => `<${tag}>${value}</${tag}>`).join('')
const aliases = Object.entries(names).flatMap(([family, all]) =>
  all.map(
    name => `<alias binding="same">${strings('family', [name])}<prefer>${strings('family', [family])}</prefer></alias>`,
  ),
)
const languages = Object.entries(byLanguage).map(
  ([language, family]) =>
    `<match target="pattern"><test name="lang" compare="contains">${strings('string', [language])}</test><edit name="family" mode="prepend">${strings('string', [family])}</edit></match>`,
)
const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A configuration of fontconfig that knows these folders and nothing of the machine. */
const configuration = (folders: readonly string[]): string =>
  [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    ...folders.map(folder => `<dir>${escaped(folder)}</dir>`),
    // the packages bring a picture of each font
    '<selectfont><rejectfont><glob>*.png</glob></rejectfont></selectfont>',
    ...aliases,
    `<match target="pattern"><edit name="family" mode="append_last" binding="weak">${strings('string', fallbacks)}</edit></match>`,
    ...languages,
    '</fontconfig>\n',
  ].join('\n')

const installed = (): readonly string[] =>
  packages.map(([name, folder]) => fileURLToPath(new URL(folder, import.meta.resolve(name))))

const isFont = (path: string) => /\.(?:ttf|otf)$/i.test(path)
const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter(isFont).map(name => join(folder, name))

const copyName = async (): Promise<string> => {
  const files = (await Promise.all(installed().map(filesIn))).flat()
  const sizes = await Promise.all(files.map(async file => [file, (await stat(file)).size]))
  return `fonts-${digestOf(sizes).slice(0, 16)}`
}

/** Where Chromium's user may read the fonts: in their packages, or as another user in a copy beside the unpacked Chromium. */
const readable = async (user: RunAs | undefined): Promise<readonly string[]> => {
  const folders = installed()
  if (user === undefined) return folders
  const copy = async (to: string) => {
    for (const [i, from] of folders.entries()) await cp(from, join(to, String(i)), { recursive: true })
  }
  return [await oncePerMachine(await copyName(), user, copy)]
}

/**
 * Writes a configuration of fonts into the folder of a run, and returns the environment that makes Chromium read it. It knows the
 * fonts from npm only: an ad looks the same on every node, whatever is installed there (ADR 0189).
 */
export const fontsFor = async (
  folder: string,
  user: RunAs | undefined,
): Promise<{ readonly FONTCONFIG_FILE: string }> => {
  const file = join(folder, 'fonts.conf')
  await writeFile(file, configuration(await readable(user)))
  if (user) await chmod(file, 0o644)
  return { FONTCONFIG_FILE: file }
}
