import type { Finding } from '../../domain/templates/finding.ts'
import type { GeneratorFailure } from '../../ports/template-generator.ts'

const transient: ReadonlySet<GeneratorFailure['code']> = new Set(['unavailable', 'timeout'])

export const failure = (code: GeneratorFailure['code'], detail: string): GeneratorFailure => ({
  code,
  detail,
  transient: transient.has(code),
})

export const ended: GeneratorFailure = failure('ended', 'The work was ended.')

/** The failure of a template that does not pass the checks. */
export const unchecked = (findings: readonly Finding[]): GeneratorFailure =>
  failure(
    'unchecked',
    `The template does not pass the checks. ${findings
      .slice(0, 5)
      .map(({ detail }) => detail)
      .join(' ')}`,
  )

/** Waits for work, or for the signal, whichever comes first; the work itself is not stopped. */
export const unlessEnded = async <A>(signal: AbortSignal, work: Promise<A>): Promise<A | GeneratorFailure> => {
  if (signal.aborted) return ended
  const aborted = Promise.withResolvers<GeneratorFailure>()
  const abort = () => aborted.resolve(ended)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
