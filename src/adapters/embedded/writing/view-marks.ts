import { type Generation, keyOf } from '../../read-models/sqlite/generations.ts'

/**
 * Tells which views have changed between two reports, by the numbers that their generations carry in the file: a change by another
 * process counts too. `opening`: how often the file was opened anew, because a new file numbers its generations from the start.
 */
export const viewMarks = () => {
  const reported = new Map<string, string>()
  return (serving: readonly Generation[], opening: number): readonly string[] => {
    const news: string[] = []
    for (const generation of serving) {
      const key = keyOf(generation)
      const mark = `${opening}/${generation.id}@${generation.changed}`
      if (reported.get(key) === mark) continue
      reported.set(key, mark)
      news.push(key, mark)
    }
    return news
  }
}
