import { FileFault } from '../../sqlite/file-fault.ts'
import { threadPort } from '../thread-port.ts'
import { type OpenedFile, openForCheckpoints } from './checkpoint-file.ts'

/** The files to copy the write-ahead logs of, each time as they are now; or the end. */
export type ToCheckpoints = readonly OpenedFile[] | 'close'
/** The answer to files: the faults that were met. */
export type FromCheckpoints = readonly { readonly file: string; readonly code: string }[]

const port = threadPort()
type Opened = NonNullable<ReturnType<typeof openForCheckpoints>>
const opened = new Map<string, Opened>()

const close = (path: string) => {
  opened.get(path)?.close()
  opened.delete(path)
}

const checkpoint = ({ path, identity }: OpenedFile): FromCheckpoints => {
  try {
    if (opened.get(path)?.identity !== identity) close(path)
    const file = opened.get(path) ?? openForCheckpoints({ path, identity })
    if (file) opened.set(path, file)
    file?.checkpoint()
    return []
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    return [{ file: error.file, code: error.code }]
  }
}

port.on('message', (message: ToCheckpoints) => {
  if (message !== 'close') return port.postMessage(message.flatMap(checkpoint))
  for (const path of [...opened.keys()]) close(path)
  port.close()
})
