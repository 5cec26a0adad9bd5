import { isOver } from '../../domain/shared/unused-files.ts'
import type { Ports } from '../../ports/ports.ts'

/**
 * Deletes a file that nothing needs any more. false: its bytes were stored again recently, so an event that names them may be about to be
 * recorded. A file that is gone counts as deleted.
 */
export const removeFile = async (
  { blobs, clock }: Pick<Ports, 'blobs' | 'clock'>,
  sha256: string,
): Promise<boolean> => {
  const kept = await blobs.stat(sha256)
  if (kept && !isOver(kept.modifiedAt, clock.now())) return false
  if (kept) await blobs.delete(sha256)
  return true
}
