import { type BrandFindings, nothingFound } from '../../../domain/templates/brand-findings.ts'
import { namedInText } from '../../../domain/templates/named-in-text.ts'
import { limits } from '../limits.ts'
import type { SourceRead } from '../source-read.ts'
import { textOfFile } from '../text-of.ts'

const mostLines = 5_000
const headingLength = 60

const findingsOf = (lines: readonly string[]): BrandFindings => {
  const isHeading = (line: string, at: number): boolean =>
    line.length <= headingLength && !/[.,;:]$|#[0-9a-f]{3}/i.test(line) && (lines[at - 1] ?? '') === ''
  const [first = ''] = lines.filter(line => line !== '')
  const named = namedInText(lines)
  return {
    ...nothingFound,
    names: first.length <= headingLength ? [{ text: first.replace(/^#+\s/, ''), source: 'document' }] : [],
    colors: named.colors,
    fonts: named.fonts,
    texts: lines.flatMap((line, at) =>
      line === ''
        ? []
        : [{ kind: isHeading(line, at) ? ('headline' as const) : ('text' as const), text: line.replace(/^#+\s/, '') }],
    ),
  }
}

/** Reads a plain text: short lines after an empty one are headlines. */
export const textFindings = async (path: string, charset?: string): Promise<SourceRead> => {
  const text = await textOfFile(path, limits.document, charset)
  const lines = text.slice(0, 1_000_000).split(/\r\n|\r|\n/, mostLines)
  return { findings: findingsOf(lines.map(line => line.slice(0, 2_000).trim())), warnings: [] }
}
