import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { Name, OrgId } from '../../src/codec/names.ts'
import { organisation } from '../../src/domain/provisioning/aggregates.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'

const Body = fields({ name: Name, retailer: t.boolean })

/** PUT /v2/org/{orgId} (decisions, last section): makes or changes an organisation. */
export const putOrganisation = command({
  summary: 'Make or change an organisation',
  extension: true,
  params: t.type({ orgId: OrgId }),
  body: Body,
  reply: fields({ orgId: OrgId, name: Name, retailer: t.boolean }),
  example: { body: { name: 'Fernhollow', retailer: true } },
  async run({ params, body, ifMatch }, work, { clock }) {
    const value = { orgId: params.orgId, ...body }
    const done = await work.execute(organisation, params.orgId, { value, at: clock.now().toISOString() }, { ifMatch })
    return E.isLeft(done) ? done : reply(value, done.right.revision)
  },
})
