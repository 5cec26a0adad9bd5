/** Ends parts one after the other, whatever of it fails; then rejects with the first failure, or with all of several. */
export const endEach = async (...ends: readonly (() => Promise<void> | void)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts could not be ended`)
  if (failures.length === 1) throw failures[0]
}
