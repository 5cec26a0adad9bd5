import * as E from 'fp-ts/lib/Either.js'
import { covers } from '../domain/keys/permissions.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Caller } from '../engine/operation.ts'

/** Whatever sends or shows events needs the permission to read them; what only stops them does not (WEBHOOK-1). */
export const mayReadEvents = ({ permissions }: Pick<Caller, 'permissions'>): E.Either<Rejection, undefined> =>
  covers(permissions, 'Audit_View')
    ? E.right(undefined)
    : E.left(
        rejection('permission-missing', 'The key lacks the permission Audit_View.', {
          extra: { permission: 'Audit_View' },
        }),
      )
