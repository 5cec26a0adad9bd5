import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOwnFolder } from '../../../src/adapters/own-folder/own-folder.ts'

// A process that writes a file into a folder of its own below `holding.ts <root>`, and keeps it.
const { path } = await openOwnFolder(process.argv[2] ?? '', error => {
  throw error
})
await writeFile(join(path, 'half'), 'half')
console.log(path)
setInterval(() => undefined, 1_000)
