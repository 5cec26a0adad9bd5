import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { within } from '../../src/dsp/deadline.ts'
import { dspRejection } from '../../src/dsp/failure.ts'
import { dspFailed, FailedReply, failedStatuses, Success } from '../../src/dsp/reply.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { type DspAdvertiser, isDspFailure } from '../../src/ports/dsp.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** Milliseconds after which the list is given up, repeats included. */
const listMs = 25_000

/** GET /v2/accounts/{accountId}/dsp-configurations/{partnerId}/advertisers (DSP-2, DSP-21). */
export const listDspAdvertisers = query({
  summary: 'List the advertisers of a partner of the DSP',
  description: 'The partner must have been authorised; see authoriseDsp. Advertisers are ordered by name.',
  problems: ['dsp-not-configured'],
  statuses: failedStatuses,
  refused: dspFailed,
  noStore: true,
  params: t.type({ accountId: AccountId, partnerId: integerText(1, Number.MAX_SAFE_INTEGER) }),
  reply: t.union([
    fields({ status: Success, advertisersList: t.array(fields({ id: integer(1), name: t.string })) }),
    FailedReply,
  ]),
  example: { reply: { status: 'SUCCESS', advertisersList: [{ id: 2001, name: 'Fernhollow Garden' }] } },
  run: ({ params: { accountId, partnerId } }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => advertisersOf(accountId, partnerId, ports)),
      TE.map(advertisersList => ({
        body: { status: 'SUCCESS' as const, advertisersList: [...advertisersList] },
        headers: { 'X-Operation-Status': '200' },
      })),
    )(),
})

const advertisersOf =
  (
    accountId: string,
    partnerId: number,
    { dsp, dspAccess }: Pick<Ports, 'dsp' | 'dspAccess'>,
  ): TE.TaskEither<Rejection, readonly DspAdvertiser[]> =>
  async () => {
    const access = dspAccess.of(accountId, partnerId)
    const listed = await within(listMs, signal => dsp.listAdvertisers(access, partnerId, signal))
    return isDspFailure(listed) ? E.left(dspRejection(listed)) : E.right(listed)
  }
