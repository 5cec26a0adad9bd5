import type { Recorded } from '../../../src/ports/event-log.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import type { Answer } from '../node.ts'
import { finalAnswers, type Intent, isAccepted } from '../workload/history.ts'

/** An answer without what is not kept for repeats, and without the id of its request. */
const comparable = ({ status, text }: Answer): string =>
  `${status} ${text.replace(/"(apiKey|owner)":"[^"]*"/g, '"$1":null').replace(/"traceId":"[^"]*"/, '')}`

/** Checks that all answers to a request under an Idempotency-Key are the same. */
export const differentAnswers = (intents: readonly Intent[]): readonly string[] =>
  intents.flatMap(intent => {
    if (intent.key === undefined) return []
    const answers = [...new Set(finalAnswers(intent).map(comparable))]
    return answers.length < 2
      ? []
      : [`${intent.action.operationId} (${intent.marker}) was answered ${answers.join(' and ')}`]
  })

/** Checks that no answer is an internal error. */
export const internalErrors = (intents: readonly Intent[]): readonly string[] =>
  intents.flatMap(({ action, marker, sendings }) =>
    sendings.flatMap(({ answer }) =>
      answer?.status === 500 ? [`${action.operationId} (${marker}) was answered 500 ${answer.text}`] : [],
    ),
  )

/** Checks that every API key that was shown works: its hash is that of the key's event. */
export const keysThatDoNotWork = (
  intents: readonly Intent[],
  events: readonly Recorded[],
  { hashApiKey }: Pick<Secrets, 'hashApiKey'>,
): readonly string[] => {
  const issued = new Set(events.flatMap(({ type, data }) => (type === 'ApiKeyIssued' ? [JSON.stringify(data)] : [])))
  return intents.flatMap(({ action, marker, sendings }) =>
    sendings.flatMap(({ answer }) => {
      if (action.operationId !== 'issueApiKey' || !answer || !isAccepted(answer)) return []
      const { apiKey }: { readonly apiKey: string | null } = JSON.parse(answer.text)
      if (apiKey === null || issued.values().some(data => data.includes(hashApiKey(apiKey)))) return []
      return [`issueApiKey (${marker}) showed a key that does not work`]
    }),
  )
}
