import { evolveWorkflow } from '../../src/domain/templates/workflow/evolve.ts'
import { Workflow } from '../../src/domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../src/domain/templates/workflow/workflow.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The workflows of accounts (TEMPLATE-1); the id is `<account>:<requestId>`. */
export const templateWorkflows = projectionOf(templateWorkflow, {
  name: 'template-workflows',
  version: 1,
  codec: Workflow,
  // the newest workflow that read a brand is looked up by the sources
  indexes: [['brandRead', 'key']],
  evolve: evolveWorkflow,
})
