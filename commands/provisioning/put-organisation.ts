import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { Name, OrgId } from '../../src/codec/names.ts'
import { organisation } from '../../src/domain/provisioning/aggregates.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

const Body = fields({
  name: about(Name, 'The name of the organisation.'),
  retailer: about(t.boolean, 'Whether the organisation is a retailer and can have media channels.'),
})

/** PUT /v2/org/{orgId} (PROVISION-2): creates or changes an organisation. */
export const putOrganisation = command({
  summary: 'Create or update an organisation',
  takesIfMatch: true,
  extension: true,
  params: t.type({ orgId: OrgId }),
  body: Body,
  reply: fields({ orgId: OrgId, name: Name, retailer: t.boolean }),
  example: { body: { name: 'Fernhollow', retailer: true } },
  run({ params, body, ifMatch }, work, { clock }) {
    const value = { orgId: params.orgId, ...body }
    return pipe(
      executed(work, organisation, params.orgId, { value, at: clock.now().toISOString() }, { ifMatch }),
      TE.flatMapEither(({ revision }) => reply(value, revision)),
    )()
  },
})
