import * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { Name } from '../codec/names.ts'
import { RequestId } from '../domain/templates/request-id.ts'
import { ShownWorkflowStatus } from '../domain/templates/workflow/state.ts'

/** The text fields of a start by multipart (TEMPLATE-2, TEMPLATE-3). */
export const startFields = {
  requestId: about(RequestId, 'Your id of the request, unique in the account.'),
  retailerId: about(Name, 'The id of the retailer.'),
  retailerName: about(Name, 'The name of the retailer.'),
  inventoryType: about(Name, 'Where the ads appear, for example OnSite.'),
} as const

const started = { requestId: t.string, status: ShownWorkflowStatus } as const
/** The answers of start operations and of terminateWorkflow. */
export const StatusReply = fields(started)
export const StartReply = fields({ ...started, workflowId: t.string })
