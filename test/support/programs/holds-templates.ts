import { registerHooks } from 'node:module'

/**
 * Loaded into a node by a test: it stops before it records certain facts of templates, with their effects done, and holds its claim, so
 * that it can be killed just there. The request is named by where: `read-brand`, `compose` after the first template, `check`, `publish` after the first
 * conversation, `edit`. The node prints a line for each.
 */
const wrapped = `
const places = {
  'read-brand': { kind: 'ReadBrand', before: 1 },
  compose: { kind: 'Compose', before: 2 },
  check: { kind: 'EndStage', stage: 'check', before: 1 },
  publish: { kind: 'StartConversation', before: 2 },
  edit: { kind: 'CreateVersion', before: 1 },
}
const counts = new Map()
const isHeld = (id, command) => {
  const name = /^\\w+:(.+?)(?:-\\d+x\\d+)?$/.exec(id)?.[1]
  const place = places[name]
  if (place === undefined || place.kind !== command.kind || (place.stage ?? command.stage) !== command.stage) return false
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  if (count === place.before) console.log(JSON.stringify({ level: 30, msg: 'held', name }))
  return count >= place.before
}
export const openExecutor = (...given) => {
  const newWork = real.openExecutor(...given)
  return context => {
    const work = newWork(context)
    return {
      ...work,
      execute: (aggregate, id, command, options) =>
        isHeld(id, command) ? new Promise(() => {}) : work.execute(aggregate, id, command, options),
    }
  }
}
`

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/src/engine/write/execute.ts')) return next(url, context)
    const own = `${url}?real`
    const source = `import * as real from '${own}'\nexport * from '${own}'\n${wrapped}`
    return { format: 'module', source, shortCircuit: true }
  },
})
