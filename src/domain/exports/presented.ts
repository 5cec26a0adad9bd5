import { type ExportState, type ExportStatus, isOffered } from './state.ts'

/**
 * An export as a reader sees it: ARCHIVED, without its file, as soon as the content of the campaign differs from that of
 * the export (EXPORT-4), even if the change was made while the export was running.
 */
export const presentedExport = (
  state: ExportState,
  contentHash: string,
): { readonly status: ExportStatus; readonly message: string; readonly zip?: string; readonly filename?: string } => {
  if (!isOffered(state)) return { status: state.status, message: state.message }
  if (state.contentHash !== contentHash)
    return { status: 'ARCHIVED', message: 'The campaign was changed after this export was created.' }
  const { status, message, zip, filename } = state
  return { status, message, zip, filename }
}
