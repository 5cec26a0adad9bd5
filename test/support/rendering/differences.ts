import { decoded } from './rendering.ts'

/** Where two pictures of one size differ, frame by frame; empty if they show the same. */
export const differences = async (one: Buffer, other: Buffer): Promise<readonly string[]> => {
  const [a, b] = [await decoded(one), await decoded(other)]
  if (a.frames !== b.frames) return [`${a.frames} frames and ${b.frames}`]
  return Array.from({ length: a.frames }, (_, frame) => {
    const [columns, rows, by]: [number[], number[], number[]] = [[], [], []]
    for (let y = 0; y < a.height; y++)
      for (let x = 0; x < a.width; x++) {
        const there = b.at(x, y, frame)
        const most = Math.max(...a.at(x, y, frame).map((value, i) => Math.abs(value - (there[i] ?? 0))))
        if (most === 0) continue
        columns.push(x)
        rows.push(y)
        by.push(most)
      }
    const span = (values: readonly number[]) => `${Math.min(...values)} to ${Math.max(...values)}`
    return by.length === 0
      ? []
      : [`frame ${frame}: ${by.length} pixels by up to ${Math.max(...by)}, x ${span(columns)}, y ${span(rows)}`]
  }).flat()
}
