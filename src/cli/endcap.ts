import { keepFilesPrivate } from '../node/private-files.ts'
import { runEndcap } from './program.ts'

/** Exits when the reader closes the pipe, as `head` does, or when the disk that takes the output is full. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  console.error(`the output could not be written: ${error.message}`)
  process.exit(1)
})

keepFilesPrivate()
await runEndcap(process.argv.slice(2))
