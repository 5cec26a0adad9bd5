/**
 * What the numbers of a film mean, as ITU-T H.273 numbers it: the red, green and blue of BT.709 with the curve of sRGB, which browsers draw
 * in, as luma and chroma of BT.601 in the limited range, which the encoder computes whatever the size.
 */
const colours = { primaries: 1, transfer: 13, matrix: 6, isFullRange: false }

/** The boxes of MP4 down to the one with the parameters of H.264, each with the bytes before its first child. */
const way = [
  ['moov', 8],
  ['trak', 8],
  ['mdia', 8],
  ['minf', 8],
  ['stbl', 8],
  ['stsd', 16],
  ['avc1', 86],
  ['avcC', 0],
] as const

/** Where the first box of a type begins, among those from `at` to `end`. */
const startOf = (film: Buffer, type: string, at: number, end: number): number => {
  for (let from = at; from < end; from += Math.max(film.readUInt32BE(from), 8))
    if (film.toString('latin1', from + 4, from + 8) === type) return from
  throw new Error(`the film of the encoder has no ${type}`)
}

const startsIn = (film: Buffer): readonly number[] => {
  let [at, end] = [0, film.length]
  return way.map(([type, before]) => {
    const start = startOf(film, type, at, end)
    ;[at, end] = [start + before, start + film.readUInt32BE(start)]
    return start
  })
}

const bits = (value: number, length: number): string => value.toString(2).padStart(length, '0')

/** The usability information of H.264 (annex E) with nothing but the colours. */
const usability = (): string => {
  const { primaries, transfer, matrix, isFullRange } = colours
  const range = isFullRange ? '1' : '0'
  return `001${bits(5, 3)}${range}1${[primaries, transfer, matrix].map(n => bits(n, 8)).join('')}000000`
}

/** A sequence parameter set that says the colours. The encoder's ends with the bit that denies usability information, and the stop bit. */
const setWithColours = (set: Buffer): Buffer => {
  const all = [...set].map(byte => bits(byte, 8)).join('')
  const longer = `${all.slice(0, all.lastIndexOf('1') - 1)}1${usability()}1`
  const bytes = longer.padEnd(Math.ceil(longer.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}

/** A box of the parameters whose only sequence parameter set says the colours. */
const parametersWithColours = (box: Buffer): Buffer => {
  const [lengthAt, setAt] = [14, 16]
  const end = setAt + box.readUInt16BE(lengthAt)
  const set = setWithColours(box.subarray(setAt, end))
  const [begin, rest] = [Buffer.from(box.subarray(0, setAt)), box.subarray(end)]
  begin.writeUInt32BE(setAt + set.length + rest.length, 0)
  begin.writeUInt16BE(set.length, lengthAt)
  return Buffer.concat([begin, set, rest])
}

/** The box of MP4 that says the colours. */
const coloursBox = (): Buffer => {
  const box = Buffer.alloc(19)
  box.writeUInt32BE(box.length, 0)
  box.write('colrnclx', 4, 'latin1')
  for (const [i, n] of [colours.primaries, colours.transfer, colours.matrix].entries()) box.writeUInt16BE(n, 12 + 2 * i)
  box.writeUInt8(colours.isFullRange ? 128 : 0, 18)
  return box
}

/**
 * A film of the encoder that says what its colours are, in the parameters of H.264 and in MP4: players guess otherwise, by its size (ADR
 * 0178). The frames are before the box that grows, so that their places stay.
 */
export const withColours = (film: Buffer): Buffer => {
  const starts = startsIn(film)
  const at = starts.at(-1) ?? 0
  const end = at + film.readUInt32BE(at)
  const parameters = Buffer.concat([parametersWithColours(film.subarray(at, end)), coloursBox()])
  const before = Buffer.from(film.subarray(0, at))
  for (const start of starts.slice(0, -1))
    before.writeUInt32BE(film.readUInt32BE(start) + parameters.length - (end - at), start)
  return Buffer.concat([before, parameters, film.subarray(end)])
}
