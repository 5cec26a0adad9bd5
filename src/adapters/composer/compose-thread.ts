import { parentPort } from 'node:worker_threads'
import type { ComposeFailure } from '../../domain/creatives/compose.ts'
import { type AdInput, type ComposedAd, composedAd } from '../../domain/creatives/composed-ad.ts'
import { type TemplateFacts, templateFacts } from '../../domain/creatives/template-facts.ts'

/** An ad to compose, or a template to inspect, and what the thread answers. */
export type Task = AdInput | { readonly template: string }
export type Answer = ComposedAd | TemplateFacts | ComposeFailure

parentPort?.on('message', (task: Task) =>
  parentPort?.postMessage('template' in task ? templateFacts(task.template) : composedAd(task)),
)
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
