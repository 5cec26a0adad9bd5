import { statSync } from 'node:fs'

/** The identity of the file at a path; undefined if there is none. */
export const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

/**
 * Watches a file that has just been opened. The returned function tells whether it was removed or replaced since: an open
 * file that was removed stays usable, but nobody else sees what is written to it.
 */
export const replacedWatch = (path: string): (() => boolean) => {
  const opened = identityOf(path)
  return () => identityOf(path) !== opened
}
