import type { CreativeSaved } from './events.ts'

/** Those of these library paths without a file that are not known yet: what the event of a save names. */
export const newlyMissing = (known: readonly string[], missing: readonly string[]): readonly string[] => {
  if (missing.length === 0) return []
  const before = new Set(known)
  return missing.filter(path => !before.has(path))
}

/** The library paths without a file after a save. */
export const missingAfter = (
  known: readonly string[],
  { missing = [], missingAssets }: Pick<CreativeSaved['data'], 'missing' | 'missingAssets'>,
): readonly string[] => missingAssets ?? (missing.length === 0 ? known : [...known, ...missing])
