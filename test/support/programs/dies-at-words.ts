/** Loaded into a program by a test: it is killed (-9) by the write that makes its stderr match this variable. */
const words = new RegExp(process.env.DIES_AT ?? '')
const { write } = process.stderr
let output = ''
process.stderr.write = (chunk: string | Uint8Array, ...more: never[]) => {
  // a pipe takes it at once
  const isTaken = write.call(process.stderr, chunk, ...more)
  output += String(chunk)
  if (words.test(output)) process.kill(process.pid, 'SIGKILL')
  return isTaken
}

export {}
