import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of a SQLite file with its last writes; 0 if there is none. */
export const bytesOf = async (folder: string, file: string): Promise<number> => {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map(name =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
