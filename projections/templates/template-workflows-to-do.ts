import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { evolveWorkflow } from '../../src/domain/templates/workflow/evolve.ts'
import { Workflow, workflowRuns } from '../../src/domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../src/domain/templates/workflow/workflow.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Workflows to work on; `id` is the workflow's stream id. */
export const TemplateWorkflowToDo = fields(
  { ...todoFields.required, id: t.string, accountId: t.string, workflow: Workflow },
  todoFields.optional,
)
export type TemplateWorkflowToDo = t.TypeOf<typeof TemplateWorkflowToDo>

export const templateWorkflowsToDo = todoList(
  projectionOf(templateWorkflow, {
    name: 'template-workflows-to-do',
    version: 1,
    codec: TemplateWorkflowToDo,
    indexes: [['todo']],
    evolve(item: TemplateWorkflowToDo | undefined, event, id): TemplateWorkflowToDo | undefined {
      const workflow = evolveWorkflow(item?.workflow, event)
      if (workflow === undefined) return undefined
      const { accountId, attempts } = workflow
      return { ...todoOf(workflowRuns(workflow), attempts), id, accountId, workflow }
    },
  }),
  item => item.workflow.status === 'FAILED',
)
