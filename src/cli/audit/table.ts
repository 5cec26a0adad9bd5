import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import type { Recorded } from '../../ports/event-log.ts'

const indent = ' '.repeat(22)

/** Seconds are precise enough: lines appear in log order anyway. */
const second = (at: string): string => at.replace(/\.\d+Z$/, 'Z')

/** Strips the `process:` prefix. */
const actorOf = (actor: string): string => actor.replace(/^process:/, '')

/** Shortens the hashes in stream names. */
export const shortStream = (stream: string): string => stream.replace(/[0-9a-f]{56,}/, hash => `${hash.slice(0, -56)}…`)

const row = (at: string, actor: string, type: string, stream: string): string =>
  `${at.padEnd(20)}  ${actor.padEnd(13)}  ${type.padEnd(26)}  ${stream}`

export const tableHeading = row('at', 'by', 'type', 'stream@revision')

/** The line below a row: the operation of a request, and the event's sentence if it has one. */
const below = (event: Recorded): string => {
  const { actor, operation } = event.metadata
  const operations = actor.startsWith('process:') ? [] : [operation]
  return [...operations, ...(hasSentence(event) ? [sentenceOf(event)] : [])].join(': ')
}

/** An event in at most 100 columns: time, actor, type and place in the log; below it, what happened. */
export const tableLines = (event: Recorded): string => {
  const { type, stream, revision, metadata } = event
  const head = row(second(metadata.at), actorOf(metadata.actor), type, `${shortStream(stream)}@${revision}`)
  const text = below(event)
  return text === '' ? head : `${head}\n${indent}${text}`
}
