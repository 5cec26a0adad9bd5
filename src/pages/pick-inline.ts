/** Maximum number of images in a mail, and their total size in bytes before encoding. */
export const inlineLimits = { pictures: 12, bytes: 5 * 1024 * 1024 }

/**
 * Chooses the previews for a mail: one size of every creative before a second size of any, at most 12 images and 5 MiB
 * in total. A preview that does not fit is skipped in favour of smaller ones. Returns the chosen previews in their
 * original order and the number left out. `size` is in bytes.
 */
export const pickInline = <P extends { readonly creativeName: string; readonly size: number }>(
  previews: readonly P[],
  limits = inlineLimits,
): { readonly shown: readonly P[]; readonly more: number } => {
  const seen = new Map<string, number>()
  const ranked = previews.map((preview, index) => {
    const round = seen.get(preview.creativeName) ?? 0
    seen.set(preview.creativeName, round + 1)
    return { preview, index, round }
  })
  const chosen = new Set<P>()
  let bytes = 0
  for (const { preview } of ranked.sort((a, b) => a.round - b.round || a.index - b.index)) {
    if (chosen.size === limits.pictures) break
    if (bytes + preview.size > limits.bytes) continue
    chosen.add(preview)
    bytes += preview.size
  }
  return { shown: previews.filter(p => chosen.has(p)), more: previews.length - chosen.size }
}
