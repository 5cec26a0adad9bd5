import { type Span, SpanKind } from '@opentelemetry/api'
import {
  ATTR_DB_OPERATION_BATCH_SIZE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_SYSTEM_NAME,
} from '@opentelemetry/semantic-conventions'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, NewEvent, Position } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import { failed, type Spans } from './spans.ts'

/** How long views are watched for an append, in milliseconds: as long as a write waits for them (HTTP-24). */
const watchedMs = 2_000
const mostTypes = 8

/**
 * Makes spans of each append, and of the projections that follow: until every view of this node reflects it. Commands of several
 * requests may be appended together, so each of their traces has its own.
 */
export const traceLog =
  (spans: Spans, system: 'sqlite' | 'eventstoredb') =>
  (log: EventLog, readModels: Pick<ReadModels, 'waitFor'>): EventLog => {
    const begin = (events: readonly NewEvent[]): readonly (readonly [string, Span])[] => {
      const attributes = {
        [ATTR_DB_SYSTEM_NAME]: system,
        [ATTR_DB_OPERATION_NAME]: 'append',
        ...(events.length > 1 ? { [ATTR_DB_OPERATION_BATCH_SIZE]: events.length } : {}),
        'endcap.event.types': [...new Set(events.map(({ type }) => type))].slice(0, mostTypes),
      }
      const traces = new Set(events.map(({ metadata }) => metadata.correlationId))
      return Array.from(traces, correlationId => [
        correlationId,
        spans.begin('append', { kind: SpanKind.CLIENT, attributes, correlationId }),
      ])
    }
    const project = (correlationId: string, position: Position): void => {
      const attributes = { 'endcap.position': String(position) }
      void spans
        .during('project', { attributes, correlationId }, async span => {
          span.setAttribute('endcap.reflected', await readModels.waitFor(position, watchedMs))
        })
        // whoever needs the views reports that they are unavailable
        .catch(() => undefined)
    }
    return {
      ...log,
      async append(stream, events, expected) {
        const begun = begin(events)
        try {
          const appended = await log.append(stream, events, expected)
          for (const [correlationId, span] of begun) {
            if (E.isLeft(appended)) failed(span, appended.left.kind)
            else project(correlationId, appended.right.position)
          }
          return appended
        } finally {
          for (const [, span] of begun) span.end()
        }
      },
    }
  }
