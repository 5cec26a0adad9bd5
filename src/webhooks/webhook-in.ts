import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../codec/in-text.ts'
import { AccountId } from '../codec/names.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Webhook, Webhooks } from '../domain/webhooks/state.ts'
import * as TE from '../engine/task-either.ts'
import type { Secrets } from '../ports/secrets.ts'
import { loadTarget, type Target } from './target.ts'

/** The path of one webhook. */
export const WebhookParams = t.type({ accountId: AccountId, webhookId: IntegerText })

const missing = rejection('not-found', 'There is no such webhook on this account.')

/** A webhook of an account; refused with `not-found`. */
export const webhookIn = ({ webhooks }: Webhooks, id: number): TE.TaskEither<Rejection, Webhook> =>
  TE.fromNullable(missing)(webhooks.find(({ webhookId }) => webhookId === id))

/** Its address and keys; refused with `not-found` if it was deleted meanwhile. */
export const targetOf = (secrets: Secrets, accountId: string, webhook: Webhook) =>
  pipe(
    TE.fromTask<Target | undefined>(() => loadTarget(secrets, accountId, webhook)),
    TE.flatMap(TE.fromNullable(missing)),
  )
