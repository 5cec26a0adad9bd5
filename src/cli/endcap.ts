import { keepFilesPrivate } from '../node/private-files.ts'
import { runEndcap } from './program.ts'

/** Exits when the reader closes the pipe, as `head` does. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

keepFilesPrivate()
await runEndcap(process.argv.slice(2))
