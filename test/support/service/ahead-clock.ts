/** The machine's clock, which a test lets go ahead. */
export const aheadClock = () => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    monotonic: () => performance.now() + ahead,
    pass: (ms: number) => {
      ahead += ms
    },
  }
}
