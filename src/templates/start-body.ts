import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { Name } from '../codec/names.ts'
import { oneOf } from '../codec/text.ts'
import { RequestId } from '../domain/templates/request-id.ts'
import { workflowStatuses } from '../domain/templates/workflow/state.ts'

/** The text fields of a start by multipart (TEMPLATE-2, TEMPLATE-3). */
export const startFields = { requestId: RequestId, retailerId: Name, retailerName: Name, inventoryType: Name } as const

const started = { requestId: t.string, status: oneOf(...workflowStatuses) } as const
/** The answers of start operations and of terminateWorkflow. */
export const StatusReply = fields(started)
export const StartReply = fields({ ...started, workflowId: t.string })
