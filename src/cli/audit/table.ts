import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import type { Recorded } from '../../ports/event-log.ts'

const indent = ' '.repeat(22)

/** Seconds are enough for people; the order of the lines is that of the log. */
const second = (at: string): string => at.replace(/\.\d+Z$/, 'Z')

/** A process is named by its operation already. */
const actorOf = (actor: string): string => actor.replace(/^process:/, '')

/** Hashes in names of streams, cut to what tells them apart. */
export const shortStream = (stream: string): string => stream.replace(/[0-9a-f]{56}(?![0-9a-f])/, '…')

const row = (at: string, actor: string, type: string, stream: string): string =>
  `${at.padEnd(20)}  ${actor.padEnd(13)}  ${type.padEnd(26)}  ${stream}`

export const tableHeading = row('at', 'by', 'type', 'stream@revision')

/** What stands below a row: the operation of a request, and the event in words when they say more than its type. */
const below = (event: Recorded): string => {
  const { actor, operation } = event.metadata
  const asked = actor.startsWith('process:') ? [] : [operation]
  return [...asked, ...(hasSentence(event) ? [sentenceOf(event)] : [])].join(': ')
}

/** An event for people, in 100 columns: when, by whom, what type, where it stands; below it what happened. */
export const tableLines = (event: Recorded): string => {
  const { type, stream, revision, metadata } = event
  const head = row(second(metadata.at), actorOf(metadata.actor), type, `${shortStream(stream)}@${revision}`)
  const text = below(event)
  return text === '' ? head : `${head}\n${indent}${text}`
}
