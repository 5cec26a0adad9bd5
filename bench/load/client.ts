import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './generator.ts'

/** Starts the load generator process. */
export const startGenerator = () => {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), { stdio: 'inherit' })
  return {
    run: (load: Load): Promise<LoadResult> =>
      new Promise((resolve, reject) => {
        const settle = (message: { readonly result?: LoadResult; readonly fault?: string }) => {
          child.off('exit', gone)
          if (message.result) resolve(message.result)
          else reject(new Error(message.fault))
        }
        const gone = () => reject(new Error('the load generator has ended'))
        child.once('message', settle)
        child.once('exit', gone)
        child.send(load)
      }),
    stop: () => child.disconnect(),
  }
}
export type Generator = ReturnType<typeof startGenerator>
