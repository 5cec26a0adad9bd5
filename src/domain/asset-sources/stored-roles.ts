import type { ColumnRoles } from './roles.ts'
import { columnRoles } from './roles.ts'

type Sent = { readonly [Role in (typeof columnRoles)[number]]?: string | undefined }

/** The roles that a request for a new source names; an empty text names none. */
export const storedRoles = (sent: Sent): Partial<ColumnRoles> =>
  Object.fromEntries(columnRoles.flatMap(role => (sent[role] ? [[role, sent[role]]] : [])))

/** The roles that a request changes; an empty text takes the role from its column. */
export const changedRoles = (sent: Sent): Partial<ColumnRoles> =>
  Object.fromEntries(columnRoles.flatMap(role => (sent[role] === undefined ? [] : [[role, sent[role]]])))
