import type { BrandFindings } from '../../domain/templates/brand-findings.ts'

/** What was read of one source; the pictures that it names are files of the folder of the task. */
export type SourceRead = { readonly findings: BrandFindings; readonly warnings: readonly string[] }
