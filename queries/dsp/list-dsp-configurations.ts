import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { dspConfigurations } from '../../projections/dsp/dsp-configurations.ts'
import { extension, named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { mustHaveDsp, shownConfigurations } from '../../src/dsp/configuration.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'

const Shown = named(
  'DspConfiguration',
  fields({
    configId: integer(1),
    configName: t.string,
    dspPartnerId: integer(1),
    dspAdvertiserId: integer(1),
    dspAdvertiserName: t.string,
    authorised: extension(t.boolean),
    svcAdvertiserId: integer(1),
  }),
)

const configurations = list({
  items: 'configurations',
  item: Shown,
  filters: { svcAdvertiserId: { made: true }, authorised: { made: true } },
  sort: { field: ['configId'] },
})

/** GET /v2/accounts/{accountId}/dsp-configurations (DSP-1, DSP-2). */
export const listDspConfigurations = query({
  summary: 'List the DSP configurations of an account',
  problems: ['dsp-not-configured'],
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: configurations.codec,
  reply: configurations.reply,
  example: {
    reply: {
      configurations: [
        {
          configId: 7,
          configName: 'Spring at Fernhollow',
          dspPartnerId: 1001,
          dspAdvertiserId: 2001,
          dspAdvertiserName: 'Fernhollow Garden',
          authorised: true,
          svcAdvertiserId: 4711,
        },
      ],
      count: 1,
      next: null,
      previous: null,
    },
  },
  run: ({ params: { accountId }, query: asked }, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() =>
        configurations.read(dspConfigurations, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
          documents: stored => shownConfigurations(ports.readModels, stored),
        }),
      ),
    )(),
})
