import { composeDesign } from '../../../src/adapters/template-generator/built-in/compose-design.ts'
import { openBuiltIn } from '../../../src/adapters/template-generator/built-in/open-built-in.ts'
import { type Checks, openChecks } from '../../../src/adapters/template-generator/checks/open-checks.ts'
import { openThreads, type TemplateThreads } from '../../../src/adapters/template-generator/open-threads.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import type { Renderer } from '../../../src/ports/renderer.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateGenerator,
} from '../../../src/ports/template-generator.ts'
import { noLog, rendererFor } from '../rendering/rendering.ts'

export type Generating = {
  readonly renderer: Renderer
  readonly threads: TemplateThreads
  readonly checks: Checks
  readonly builtIn: TemplateGenerator
  close(): Promise<void>
}

/** The checks and the built-in generator over a renderer of their own. */
export const generating = async (logger: Logger = noLog): Promise<Generating> => {
  const renderer = await rendererFor()
  const threads = openThreads(logger)
  // a logo of one color, which is the name of its blob
  const blobs = {
    read: async (blob: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><path fill="#${blob.slice(0, 6)}" d="M5 5h50v10H5z"/></svg>`,
      ),
  }
  const checks = openChecks({ threads, renderer, blobs, logger })
  return {
    renderer,
    threads,
    checks,
    builtIn: openBuiltIn({ threads, checks, composeDesign }),
    async close() {
      await threads.close()
      await renderer.close()
    },
  }
}

export const going = (): AbortSignal => new AbortController().signal

export const made = (result: MadeTemplate | GeneratorFailure): MadeTemplate => {
  if (isGeneratorFailure(result)) throw new Error(`${result.code}: ${result.detail}`)
  return result
}
export const failed = (result: MadeTemplate | GeneratorFailure): GeneratorFailure => {
  if (!isGeneratorFailure(result)) throw new Error('a template was made')
  return result
}
