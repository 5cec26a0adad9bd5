/** The members of events and states that hold a sealed text (ARCH-14). Customers may name columns and fields alike. */
const members: ReadonlySet<string> = new Set([
  'sealedComment',
  'sealedEmail',
  'sealedOwner',
  'sealedOwnerEmail',
  'sealedRequesterEmail',
  'sealedRequesterName',
  'sealedUrl',
  'sealedUserId',
  'sealedUserName',
])

/** Whether a member holds a sealed text, or the empty text that is left of one. */
export const isSealedMember = (name: string, value: unknown): value is string =>
  members.has(name) && typeof value === 'string' && (value === '' || /^v\d+\./.test(value))
