/** Says in one line why a file's tests are skipped, and counts them as one that was skipped (`test/run.ts` reads both). */
export const skip = (reason: string): void => {
  console.log(`skipped: ${reason}\n  Total:     1\n  Passed:    0\n  Skipped:   1`)
}
