/** Loaded into a node by a test: on SIGUSR2 its event loop stands still, as after much work in one turn. */
const blockedMs = 2_200

process.on('SIGUSR2', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs)
})
