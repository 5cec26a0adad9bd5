import type { BrandProfile } from './brand.ts'
import type { TextFinding, TextKind } from './brand-findings.ts'
import { fontsNamedIn } from './known-fonts.ts'
import { plainText } from './plain-text.ts'

type Copy = BrandProfile['copy']
const most = 10
const lengths: Readonly<Record<TextKind, number>> = { headline: 200, text: 500, action: 60, badge: 40 }
/** Shorter texts are labels and parts of menus, not copy. */
const leastText = 30

/** What a guideline says of its colors and fonts is not what the brand says to its customers. */
const isAboutStyle = (text: string): boolean => /#[0-9a-f]{3,6}\b/i.test(text) || fontsNamedIn(text).length > 0

const isCopy = (kind: TextKind, text: string): boolean => {
  if (!/\p{L}/u.test(text)) return kind === 'badge' && /\d/.test(text)
  return kind === 'text' ? text.length >= leastText && !isAboutStyle(text) : text.length > 1
}

/** The texts of a kind, each once, in the order in which they were found. A button or badge that is too long is a text of another kind, and left out. */
const textsOf = (findings: readonly TextFinding[], wanted: TextKind): string[] => {
  const kept = new Map<string, string>()
  for (const { kind, text } of findings) {
    if (kept.size === most) break
    if (kind !== wanted) continue
    const isShort = kind === 'action' || kind === 'badge'
    const line = plainText(text, isShort ? 4 * lengths[kind] : lengths[kind])
    if (line.length > lengths[kind] || !isCopy(kind, line)) continue
    const key = line.toLowerCase()
    if (!kept.has(key)) kept.set(key, line)
  }
  return [...kept.values()]
}

/** The copy of a brand: at most ten texts of each kind (TEMPLATE-15). */
export const brandCopy = (findings: readonly TextFinding[]): Copy => ({
  headlines: textsOf(findings, 'headline'),
  texts: textsOf(findings, 'text'),
  callsToAction: textsOf(findings, 'action'),
  badges: textsOf(findings, 'badge'),
})
