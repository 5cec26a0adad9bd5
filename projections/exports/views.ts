import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { exportsView } from './exports.ts'
import { exportsToArchive } from './exports-to-archive.ts'
import { exportsToDo } from './exports-to-do.ts'

export const exportsViews: readonly AnyProjection[] = [exportsToArchive, exportsToDo, exportsView]
