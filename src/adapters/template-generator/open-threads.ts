import type { Logger } from '../../ports/logger.ts'
import type { GeneratorFailure } from '../../ports/template-generator.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { failure, unlessEnded } from './failure.ts'
import type { TemplateAnswers, TemplateOutcome, TemplateTask, TemplateTasks } from './template-task.ts'

export type TemplateThreads = {
  /** Does a task when it is the account's turn; the failure says which limit it exceeded. */
  run<K extends keyof TemplateTasks>(
    accountId: string,
    kind: K,
    task: TemplateTasks[K],
    signal: AbortSignal,
  ): Promise<TemplateAnswers[K] | GeneratorFailure>
  close(): Promise<void>
}

const limits = { deadlineMs: 3_000, heapMb: 256 }
const exceeded = {
  time: `The template was not read within ${limits.deadlineMs / 1_000} s. Simplify its HTML.`,
  memory: `Reading the template needs more than ${limits.heapMb} MiB of memory. Simplify its HTML.`,
} as const satisfies Record<LimitExceeded['limit'], string>

/** Threads for the HTML of templates: one that takes too long or needs too much memory ends its thread, never the node. */
export const openThreads = (logger: Logger): TemplateThreads => {
  const file = new URL('./template-thread.ts', import.meta.url)
  const pool = threadPool<TemplateTask, TemplateOutcome>(file, { ...limits, inAll: 2, perAccount: 1 })

  const asked = async (accountId: string, task: TemplateTask): Promise<TemplateOutcome | GeneratorFailure> => {
    try {
      return await pool.ask(accountId, task)
    } catch (error) {
      if (!(error instanceof LimitExceeded)) {
        logger.warn({ err: error, accountId }, 'a template could not be read')
        return failure('unavailable', 'The template could not be read now.')
      }
      logger.warn({ accountId, limit: error.limit }, 'a template could not be read within its limits')
      return failure('refused', exceeded[error.limit])
    }
  }
  return {
    async run<K extends keyof TemplateTasks>(accountId: string, kind: K, task: TemplateTasks[K], signal: AbortSignal) {
      const outcome = await unlessEnded(signal, asked(accountId, { ...task, do: kind } as TemplateTask))
      if (!('broken' in outcome)) return outcome as TemplateAnswers[K] | GeneratorFailure
      logger.error({ accountId, task: kind, stack: outcome.broken }, 'a template could not be read')
      return failure('unchecked', 'The template cannot be read.')
    },
    close: () => pool.close(),
  }
}
