import { command } from '../../src/engine/operation.ts'
import { terminateWorkflow } from './terminate-workflow.ts'

/** POST …/tmplGenAI/terminate-request/{requestId}: terminateWorkflow by the method that may change something (TEMPLATE-5). */
export const terminateWorkflowByPost = command({
  ...terminateWorkflow,
  summary: 'Terminate a generation of templates (by POST)',
  description: 'The same as terminateWorkflow.',
  extension: true,
})
