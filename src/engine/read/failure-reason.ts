import { DocumentUnreadable } from '../../ports/store-away.ts'

/** Why a projection failed, for operators; without event data: a SyntaxError quotes the unreadable text, which may contain anything. */
export const failureReason = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError'
  if (error instanceof DocumentUnreadable) return error.reason
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a non-Error value was thrown'
}
