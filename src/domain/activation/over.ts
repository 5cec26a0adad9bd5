/** Why a campaign whose last day is before `at` (ISO time) cannot go live; undefined if it is not over. */
export const overReason = (endDate: string | undefined, at: string): string | undefined =>
  endDate !== undefined && endDate < at.slice(0, 10)
    ? `The campaign's end date, ${endDate}, has passed. Move it first.`
    : undefined
