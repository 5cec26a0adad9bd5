type End = () => Promise<void> | void

/** Ends parts one after the other, whatever of it fails; then rejects with the first failure, or with all of several. */
export const endEach = async (...ends: readonly End[]): Promise<void> => {
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

/** Ends parts because of an error, and rejects with that error, whatever of it fails: why they could not be opened matters more. */
export const endedBy =
  (...ends: readonly End[]) =>
  async (error: unknown): Promise<never> => {
    await endEach(...ends).catch(() => undefined)
    throw error
  }
