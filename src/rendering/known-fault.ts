import { libraryFiles } from '../library/library-files.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'
import { type Drawing, failureOf } from './draw.ts'
import { foreseenFault } from './foreseen-fault.ts'

/**
 * Why a picture cannot be made, as far as that is known without drawing it: from the ad itself and the files of the library, and from
 * what this node found when it drew it. Undefined: it can be made, or nobody has tried yet.
 */
export const knownFault = async (drawing: Drawing, ports: Ports): Promise<RenderFailure | undefined> => {
  const { accountId } = drawing
  const filesOf = (paths: readonly string[]) => libraryFiles(ports.readModels, accountId, paths)
  return (await foreseenFault(drawing, filesOf, ports)) ?? failureOf(drawing, ports)
}
