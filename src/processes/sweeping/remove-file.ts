import { overUntil } from '../../domain/shared/unused-files.ts'
import type { Ports } from '../../ports/ports.ts'

/**
 * Deletes a file that nothing needs any more. false: its bytes were stored again recently, so an event that names them may be about to be
 * recorded. `putUntil`: what was stored later stays. A file that is gone counts as deleted.
 */
export const removeFile = (
  { blobs, clock }: Pick<Ports, 'blobs' | 'clock'>,
  sha256: string,
  putUntil = overUntil(clock.now()),
): Promise<boolean> => blobs.deleteOld(sha256, putUntil)
