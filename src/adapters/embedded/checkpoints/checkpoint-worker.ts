import { answerCalls } from '../threads/answer-calls.ts'
import { type OpenedFile, openForCheckpoints } from './checkpoint-file.ts'

const opened = new Map<string, NonNullable<ReturnType<typeof openForCheckpoints>>>()

const close = (path: string): void => {
  opened.get(path)?.close()
  opened.delete(path)
}

answerCalls({
  /** Copies the write-ahead log of a file, as it is now, into it. */
  checkpoint: ({ path, identity }: OpenedFile): void => {
    if (opened.get(path)?.identity !== identity) close(path)
    const file = opened.get(path) ?? openForCheckpoints({ path, identity })
    if (file) opened.set(path, file)
    file?.checkpoint()
  },
  close: () => [...opened.keys()].forEach(close),
})
