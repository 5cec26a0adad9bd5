import type { Snapshot } from './snapshot.ts'

/** Characters that are gathered to a part. */
const atOnce = 65_536

/** The texts that JSON.stringify would join: one for each member, and for each entry of a list. */
function* textsOf(snapshot: Snapshot): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(snapshot)) {
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* entriesOf(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield '}'
}

function* entriesOf(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [i, entry] of list.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(entry)}`
  yield ']'
}

/**
 * The bytes of a snapshot in parts of about 64 KiB, so that other work can run between them: those of JSON.stringify, since their hash
 * names the snapshot.
 */
export function* snapshotParts(snapshot: Snapshot): Generator<Buffer> {
  let part = ''
  for (const text of textsOf(snapshot)) {
    part += text
    if (part.length < atOnce) continue
    yield Buffer.from(part)
    part = ''
  }
  yield Buffer.from(part)
}
