type Counts = { readonly status: string; readonly total: number; readonly done: number; readonly failed: number }

/** How much of the work of a queue is done, from 0 to 100; what failed is done, too. */
export const percentageOf = ({ status, total, done, failed }: Counts): number => {
  if (status === 'COMPLETED') return 100
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * (done + failed)) / total))
}
