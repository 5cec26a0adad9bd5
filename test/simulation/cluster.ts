import type { Machine } from './machine.ts'
import { type Answer, type Request, type SimulatedNode, startSimulatedNode } from './node.ts'
import type { World } from './world.ts'

/** Where a node runs: one machine after the other, with the same wall clock. */
type Place = { machine: Machine; node: SimulatedNode | undefined; starts: number; ahead: number }

/** Milliseconds between two tries to start a node. */
const startAgainMs = 1_000

/** The places of the nodes of a simulation, and the way of a client to them. */
export const openCluster = (world: World, aheads: readonly number[]) => {
  const { timeline, conditions, note } = world
  const waiting = new Map<Machine, Set<() => void>>()

  const newMachine = (at: number, starts: number, ahead: number) =>
    world.machine(`node ${at + 1}${starts === 0 ? '' : `, start ${starts + 1}`}`, ahead)
  const places = aheads.map(
    (ahead, at): Place => ({ machine: newMachine(at, 0, ahead), node: undefined, starts: 0, ahead }),
  )
  const placeAt = (at: number): Place => {
    const place = places[at]
    if (!place) throw new RangeError(`there is no place ${at}`)
    return place
  }

  /** Starts a node, like a supervisor, until that succeeds. */
  const start = (place: Place): void => {
    const { machine } = place
    startSimulatedNode(world, machine).then(
      node => {
        note(() => `${machine.name} started`)
        if (place.machine === machine) place.node = node
      },
      error => {
        note(() => `${machine.name} could not start: ${error}`)
        if (machine.isUp()) end(place, startAgainMs)
      },
    )
  }
  /** Ends what runs at a place, and starts it again later. */
  const end = (place: Place, downMs: number): void => {
    const { machine } = place
    machine.kill()
    place.node = undefined
    for (const lost of waiting.get(machine) ?? []) lost()
    waiting.delete(machine)
    place.starts++
    const next = newMachine(places.indexOf(place), place.starts, place.ahead)
    place.machine = next
    timeline.after(downMs, () => {
      if (place.machine === next) start(place)
    })
  }

  return {
    size: places.length,
    start: (at: number) => start(placeAt(at)),
    /** Where a machine is; undefined if it is there no more. */
    placeOf: (machine: Machine): number | undefined => {
      const at = places.findIndex(place => place.machine === machine)
      return at < 0 ? undefined : at
    },
    /** Machines that have not answered all requests that they got. */
    busy: (): readonly string[] =>
      [...waiting].flatMap(([machine, requests]) => (requests.size > 0 ? [machine.name] : [])),
    isUp: (at: number) => placeAt(at).node !== undefined,
    kill(at: number, downMs: number) {
      note(() => `kill ${placeAt(at).machine.name}`)
      end(placeAt(at), downMs)
    },
    /** Stops a node as SIGTERM does, and kills it when it takes too long. */
    restart(at: number, downMs: number, graceMs = 20_000) {
      const place = placeAt(at)
      const { node, machine } = place
      if (node === undefined) return
      note(() => `stop ${machine.name}`)
      place.node = undefined
      const gone = () => {
        if (place.machine === machine) end(place, downMs)
      }
      node.stop().then(gone, gone)
      timeline.after(graceMs, gone)
    },
    stall(at: number, ms: number) {
      note(() => `stall ${placeAt(at).machine.name} for ${ms} ms`)
      placeAt(at).machine.stall(ms)
    },
    jump(at: number, ms: number) {
      const place = placeAt(at)
      note(() => `set the clock of ${place.machine.name} by ${ms} ms`)
      place.ahead += ms
      place.machine.jump(ms)
    },
    /**
     * Sends a request from a client's machine to a node. Undefined: there is no answer, because the node is down, ends, or
     * takes longer than `timeoutMs`.
     */
    send: (client: Machine, at: number, request: Request, timeoutMs: number): Promise<Answer | undefined> =>
      new Promise(resolve => {
        const { latency } = conditions
        const lost = () => void client.after(latency(), () => resolve(undefined))
        client.after(timeoutMs, () => resolve(undefined))
        timeline.after(latency(), () => {
          const { machine, node } = placeAt(at)
          if (node === undefined) return lost()
          const losing = waiting.get(machine) ?? new Set()
          waiting.set(machine, losing.add(lost))
          machine.after(0, () => {
            node.handle(request).then(answer => {
              losing.delete(lost)
              client.after(latency(), () => resolve(answer))
            }, lost)
          })
        })
      }),
  }
}
export type Cluster = ReturnType<typeof openCluster>
