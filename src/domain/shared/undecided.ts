/** Whether a refusal leaves it open what was or will be appended: the store gave no answer. */
export const isUndecided = ({ code }: { readonly code: string }): boolean => code === 'store-unavailable'
