import type { Recorded } from '../../../src/ports/event-log.ts'
import { finalAnswers, type Intent, isAccepted } from '../workload/history.ts'

/** The events that an intent appended, by its marker. */
const appendedBy = ({ action: { appends }, marker }: Intent, events: readonly Recorded[]): readonly Recorded[] =>
  appends === undefined
    ? []
    : events.filter(
        ({ type, stream, data }) =>
          type === appends.type && stream === (appends.stream ?? stream) && JSON.stringify(data).includes(marker),
      )

/** How often a request may take effect: once, unless a client without a key repeated it. */
const mostOf = ({ key, action, sendings }: Intent): number =>
  key === undefined && action.ifMatch === undefined ? sendings.length : 1

const failureOf = (intent: Intent, found: readonly Recorded[]): string | undefined => {
  const { action, key, sendings } = intent
  const last = found.at(-1)
  if (found.length > mostOf(intent)) return `took effect ${found.length} times`
  if (last && action.ifMatch !== undefined && last.revision !== action.ifMatch + 1)
    return `had If-Match "${action.ifMatch}", and appended revision ${last.revision}`
  const accepted = sendings.find(({ answer }) => answer && isAccepted(answer))
  if (accepted && !last && action.appends?.always) return 'was accepted, and is not in the log'
  // a client without a key may overtake itself
  if (key === undefined && sendings.length > 1) return undefined
  if (!accepted && last && finalAnswers(intent).length > 0) return 'was refused, and took effect'
  if (accepted && last && last.position > BigInt(accepted.answeredAt ?? 0)) return 'took effect after its answer'
  return undefined
}

/**
 * Checks that nothing accepted is lost, that nothing takes effect twice or after its answer, that a refused request has no
 * effect, and that a change with If-Match follows the revision that it names.
 */
export const wrongEffects = (intents: readonly Intent[], events: readonly Recorded[]): readonly string[] =>
  intents.flatMap(intent => {
    const failure = failureOf(intent, appendedBy(intent, events))
    return failure === undefined ? [] : [`${intent.action.operationId} (${intent.marker}) ${failure}`]
  })
