import { createHash } from 'node:crypto'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { type AssetSource, servedLoad } from '../../../src/domain/asset-sources/asset-source-state.ts'
import { motion } from '../../../src/domain/asset-sources/motion.ts'
import type { MotionSettings } from '../../../src/domain/asset-sources/motion-events.ts'
import { motionRun } from '../../../src/domain/asset-sources/motion-run.ts'
import type { Row } from '../../../src/engine/rows/frames.ts'
import { motionRuns } from '../../../src/processes/asset-sources/motion-runs.ts'
import { openRows } from '../../../src/rows/row-file.ts'
import { motionSettings } from '../examples/asset-sources.ts'
import { fakeRenderer, fakeWorld } from './fakes.ts'
import { eventsOf } from './log.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from './node.ts'

/** The id of the motion assets of these tests. */
export const motionSource = 'acme:14'
const found = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error('nothing was found')
  return value
}
/** Nodes with a worker on motion assets; `stop` collects what ends them. */
export const workedOn = (stop: (() => Promise<unknown>)[], renderer = fakeRenderer()) => {
  const world = fakeWorld({ renderer })
  const nodes = memoryNodes(world)
  stop.push(nodes.stop)
  nodes.start([motionRuns], 'one')
  return { nodes, ...world, jobs: renderer.jobs }
}
export const timeIn = ({ clock }: MemoryNodes) => clock.now().toISOString()
/** Settings with films of these ad units, by column. */
export const inColumns = (columns: Readonly<Record<string, number>>, base = motionSettings.base): MotionSettings => ({
  ...motionSettings,
  base,
  columns: Object.entries(columns).map(([column, adUnitId]) => ({ column, adUnitId })),
})
/** Creates the asset source of the motion assets, without rows. */
export const createSource = (nodes: MemoryNodes, assetKeyColumn = 'creativeName') =>
  nodes.does(assetSource, motionSource, {
    kind: 'CreateSource',
    accountId: 'acme',
    assetSourceId: 14,
    assetSourceType: 'motion',
    assetSourceName: 'Films',
    roles: { assetKeyColumn },
    at: timeIn(nodes),
  })
export const requestFilms = (nodes: MemoryNodes, settings = motionSettings) =>
  nodes.does(motion, motionSource, { accountId: 'acme', assetSourceId: 14, settings, at: timeIn(nodes) })
export const runEvents = ({ log }: MemoryNodes) => eventsOf(log, motionRun)
export const ends = (nodes: MemoryNodes) =>
  runEvents(nodes).filter(e => e.type === 'MotionRunCompleted' || e.type === 'MotionRunFailed')
/** Requests films and waits for the end of their run. */
export const rendered = async (nodes: MemoryNodes, settings = motionSettings) => {
  const before = ends(nodes).length
  await requestFilms(nodes, settings)
  await comesTrue(() => ends(nodes).length > before, 'the run ends')
  return found(ends(nodes).at(-1))
}
export const stateOf = async (nodes: MemoryNodes): Promise<AssetSource> =>
  found((await nodes.work().load(assetSource, motionSource)).state)
/** The columns and rows that the source serves. */
export const served = async (nodes: MemoryNodes): Promise<{ columns: readonly string[]; rows: readonly Row[] }> => {
  const { set } = found(servedLoad(await stateOf(nodes)))
  const file = await openRows(nodes.ports.blobs, set)
  return { columns: file.columns, rows: await file.read(0, 100) }
}
/** The path of a film that the fake renderer makes of this HTML. */
export const pathOf = (html: string) =>
  `/assets/acme/motion-assets/${createHash('sha256').update(html).digest('hex')}.mp4`
/** The path of the film of a creative in the first ad unit of these tests. */
export const film = (text: string) => pathOf(`<p>${text}</p>`)
