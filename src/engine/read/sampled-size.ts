/** The size of many documents, in characters of JSON, estimated from some of them: to measure all would cost as much as to fold them. */
export const sampledSize = () => {
  let count = 0
  let characters = 0
  const add = (size: number): void => {
    count += 1
    characters += size
  }
  return {
    /** Adds a document whose size is known. */
    add,
    /** Measures a document; nothing if there is none. */
    measure: (document: unknown): void => {
      if (document !== undefined) add(JSON.stringify(document).length)
    },
    /** The estimated size of so many documents. */
    of: (documents: number): number => documents * (characters / Math.max(1, count)),
  }
}
