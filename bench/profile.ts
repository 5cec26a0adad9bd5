import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number }
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}
type Times = readonly (readonly [name: string, ms: number])[]

const root = fileURLToPath(new URL('../', import.meta.url))
const place = (url: string): string => (url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url)

const functionOf = ({ functionName, url, lineNumber }: Frame): string =>
  `${functionName || '(anonymous)'} ${url === '' ? '' : `${place(url)}:${lineNumber + 1}`}`
/** The package, own file, or part of Node that a function belongs to. */
const moduleOf = (frame: Frame): string => {
  const at = place(frame.url)
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(at) ?? []
  if (at.startsWith('node:')) return at.split('/').slice(0, 2).join('/')
  return name ?? (at === '' ? functionOf(frame) : at)
}
const isOurs = ({ url }: Frame): boolean => url.startsWith('file:') && !url.includes('/node_modules/')

const sorted = (times: ReadonlyMap<string, number>): Times => [...times].sort(([, a], [, b]) => b - a)

const reader = ({ nodes, samples, timeDeltas }: Profile) => {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)))
  const own = new Map<number, number>()
  samples.forEach((id, i) => {
    own.set(id, (own.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000)
  })
  const frameOf = (id: number): Frame => byId.get(id)!.callFrame
  return {
    busy: [...own].reduce((sum, [id, ms]) => (frameOf(id).functionName === '(idle)' ? sum : sum + ms), 0),
    /** Time at the top of the stack, in milliseconds. */
    self: (nameOf: (frame: Frame) => string): Times => {
      const times = new Map<string, number>()
      for (const [id, ms] of own) times.set(nameOf(frameOf(id)), (times.get(nameOf(frameOf(id))) ?? 0) + ms)
      return sorted(times)
    },
    /** Time anywhere on the stack, in milliseconds, for functions of this repository; each counted once per stack. */
    within: (): Times => {
      const times = new Map<string, number>()
      for (const [id, ms] of own) {
        const seen = new Set<string>()
        for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
          if (isOurs(frameOf(at))) seen.add(functionOf(frameOf(at)))
        for (const name of seen) times.set(name, (times.get(name) ?? 0) + ms)
      }
      return sorted(times)
    },
  }
}

/**
 * Prints where each thread spent its time, from the .cpuprofile files of a folder: `node bench/profile.ts <folder>
 * [lines]`.
 */
const [folder, lines = '25'] = process.argv.slice(2)
if (folder === undefined) {
  console.error('node bench/profile.ts <folder> [lines]')
  process.exit(2)
}
for (const file of readdirSync(folder).filter(name => name.endsWith('.cpuprofile'))) {
  const { busy, self, within } = reader(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)
  const print = (title: string, times: Times) => {
    console.log(`\n${file}, ${title}: busy ${Math.round(busy)} ms`)
    const shown = times.filter(([name]) => !name.startsWith('(idle)')).slice(0, Number(lines))
    for (const [name, ms] of shown) console.log(`${((ms / busy) * 100).toFixed(1).padStart(5)} %  ${name}`)
  }
  print('self time by function', self(functionOf))
  print('self time by module', self(moduleOf))
  print('own functions including callees', within())
}
