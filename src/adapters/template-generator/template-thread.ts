import { parentPort } from 'node:worker_threads'
import { cleanHtml } from '../../domain/templates/clean/clean-html.ts'
import { columnsOf, missingColumns } from '../../domain/templates/clean/columns-of.ts'
import { composedTemplate } from '../../domain/templates/compose/compose.ts'
import { editTemplate } from '../../domain/templates/edit/edit-template.ts'
import { recolor } from '../../domain/templates/edit/recolor.ts'
import { filledWith } from '../../domain/templates/numbered.ts'
import { samples } from '../../domain/templates/samples.ts'
import type { ReadTemplate, TemplateOutcome, TemplateTask, TemplateTasks } from './template-task.ts'

const readTemplate = ({ html: given, expected }: TemplateTasks['read']): ReadTemplate => {
  const { html, findings } = cleanHtml(given)
  if (html === undefined) return { findings, samples: [], columns: [] }
  return {
    html,
    findings: [...findings, ...missingColumns(html, expected)],
    samples: filledWith(html, samples),
    columns: [...columnsOf(html)],
  }
}

const done = (task: TemplateTask): TemplateOutcome => {
  switch (task.do) {
    case 'compose':
      return composedTemplate(task.brief, task.size)
    case 'read':
      return readTemplate(task)
    case 'edit':
      return editTemplate(task.html, task.edits, task.earlier)
    case 'recolor':
      return recolor(task.html, task.texts)
  }
}
const outcomeOf = (task: TemplateTask): TemplateOutcome => {
  try {
    return done(task)
  } catch (error) {
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: TemplateTask) => parentPort?.postMessage(outcomeOf(task)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
