import escapeHtml from 'escape-html'
import type { Fonts } from '../fonts.ts'
import { withoutLegalForm } from '../legal-forms.ts'
import { styled } from '../styled.ts'
import { fittingSize, lineHeight } from './fit.ts'

/** Pixels. */
type Box = { readonly width: number; readonly height: number }
/** What is written in the place of a logo, and the size of its letters. */
export type Wordmark = { readonly text: string; readonly size: number }

/** Smaller letters cannot be read. */
const least = 9
/** The share of the height that letters may have, by the number of lines. */
const mostOfHeight = [0.62, 0.43, 0.29]
const mostLines = mostOfHeight.length

/** The first letters of at most three of its words. */
const initialsOf = (name: string): string =>
  [...new Intl.Segmenter().segment(name)].length < 3
    ? name
    : name
        .split(' ')
        .flatMap(word => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
        .slice(0, 3)
        .join('')
        .toUpperCase()

const largest = (text: string, { width, height }: Box): number =>
  mostOfHeight.reduce((best, share, at) => {
    const most = height * share
    return Math.max(best, fittingSize(text, { width, height, lines: at + 1 }, { most, least }) ?? 0)
  }, 0)

/**
 * The name of a brand as it is written in a box: on one to three lines, in the largest letters that fit, never broken within a word. A name that does not
 * fit loses the legal form of its company; if that is not enough, its initials stand for it.
 */
export const wordmarkOf = (name: string, box: Box): Wordmark => {
  for (const text of new Set([name, withoutLegalForm(name)])) {
    const size = largest(text, box)
    if (size > 0) return { text, size }
  }
  const text = initialsOf(withoutLegalForm(name)) || name
  return { text, size: largest(text, box) || least }
}

/** The wordmark as HTML; who cannot see it hears the whole name. */
export const wordmarkHtml = (name: string, box: Box, color: string): string => {
  const { text, size } = wordmarkOf(name, box)
  const whole = text === name ? '' : ` role="img" aria-label="${escapeHtml(name)}"`
  return `<span class="word"${whole} style="${styled({ color, 'font-size': `${size}px` })}">${escapeHtml(text)}</span>`
}

/** The rule of wordmarks: lines break between words only. */
export const wordmarkRule = ({ heading, weight }: Fonts): string =>
  `.word{font-family:${heading};font-weight:${weight};letter-spacing:-.02em;line-height:${lineHeight};max-height:${mostLines * lineHeight}em;overflow-wrap:normal;word-break:keep-all;hyphens:none;text-wrap:balance}`
