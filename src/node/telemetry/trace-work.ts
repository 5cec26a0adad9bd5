import * as E from 'fp-ts/lib/Either.js'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { Spans } from './spans.ts'

type NewWork = (context: WorkContext) => Work

/** Makes a span of each command that is executed on an aggregate. A refusal is an outcome, not an error. */
export const traceWork =
  (spans: Spans) =>
  (newWork: NewWork): NewWork =>
  context => {
    const work = newWork(context)
    const { correlationId, operation } = context
    return {
      ...work,
      execute: (aggregate, id, command, options) => {
        const attributes = { 'endcap.operation': operation, 'endcap.aggregate': aggregate.category }
        return spans.during(`execute ${aggregate.category}`, { attributes, correlationId }, async span => {
          const executed = await work.execute(aggregate, id, command, options)
          if (E.isLeft(executed)) span.setAttribute('endcap.refusal', executed.left.code)
          else span.setAttribute('endcap.events', executed.right.events.length)
          return executed
        })
      },
    }
  }
