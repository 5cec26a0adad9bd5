import * as E from 'fp-ts/lib/Either.js'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { written } from '../event-log.contract.ts'

// A separate process that appends to a log: `appender.ts <dataDir> <writers> <appends of each, 0: for ever> <name>`. It
// prints a line "<stream> <revision> <event id>" for each acknowledged append, and "done" at the end.
const [dataDir = '', writers = '1', count = '0', name = 'p'] = process.argv.slice(2)
const projections = new URL('./notes.ts', import.meta.url).href
const embedded = await openEmbedded({ dataDir, projections })

const shared = async (turn: number): Promise<void> => {
  const event = written(`${name} ${turn}`)
  const { revision } = await embedded.log.streamHead('note-shared')
  const answer = await embedded.log.append('note-shared', [event], revision)
  if (E.isRight(answer)) console.log('note-shared', answer.right.revision, event.id)
  else if (answer.left.kind === 'conflict') await shared(turn)
  else throw new Error(answer.left.kind)
}
const own = async (stream: string, turn: number): Promise<void> => {
  const event = written(turn)
  const answer = await embedded.log.append(stream, [event], turn - 1)
  if (E.isLeft(answer)) throw new Error(`${stream}: ${answer.left.kind}`)
  console.log(stream, answer.right.revision, event.id)
}
const write = async (writer: number) => {
  const stream = `note-${name}:${writer}`
  for (let turn = 0; count === '0' || turn < Number(count); turn++) {
    await own(stream, turn)
    if (turn % 5 === 0) await shared(turn)
  }
}
console.log('ready')
await Promise.all(Array.from({ length: Number(writers) }, (_, i) => write(i)))
await embedded.close()
console.log('done')
