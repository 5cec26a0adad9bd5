import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { type Machine, machineNow, type Timer } from './machine.ts'

/**
 * What programs take from their surroundings: time, timers and random numbers. Code that runs on a simulated machine gets
 * those of the machine, whoever asks (Endcap, or a library of it); all other code gets the real ones.
 */

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape are replaced
type AnyFunction = (...args: any[]) => unknown

type Refreshable = Timer & { refresh?(): void }

const set = (owner: object, name: string, value: AnyFunction): void =>
  void Object.defineProperty(owner, name, { value, writable: true, configurable: true })

/** Replaces a function by one that asks the machine, if the caller runs on one. */
const replace = (
  owner: Readonly<Record<string, unknown>> | object,
  name: string,
  onMachine: (machine: Machine, ...args: Parameters<AnyFunction>) => unknown,
): void => {
  const real: AnyFunction = Reflect.get(owner, name)
  set(owner, name, (...args) => {
    const machine = machineNow()
    return machine ? onMachine(machine, ...args) : real.apply(owner, args)
  })
}

/** A timer of a machine, in the shape of Node's. */
const shaped = ({ cancel, refresh = () => undefined }: Refreshable) => {
  const timer = {
    cancel,
    refresh: () => {
      refresh()
      return timer
    },
    ref: () => timer,
    unref: () => timer,
    hasRef: () => true,
    [Symbol.dispose]: cancel,
  }
  return timer
}

/** A timer that begins its time anew when it is refreshed, unless it was cancelled. */
const once = (machine: Machine, ms: number, run: () => void): Refreshable => {
  let timer: Timer | undefined = machine.after(ms, run)
  return {
    cancel: () => {
      timer?.cancel()
      timer = undefined
    },
    refresh: () => {
      if (timer === undefined) return
      timer.cancel()
      timer = machine.after(ms, run)
    },
  }
}

const every = (machine: Machine, ms: number, run: () => void): Timer => {
  let timer: Timer
  const next = () => {
    timer = machine.after(ms, () => {
      next()
      run()
    })
  }
  next()
  return { cancel: () => timer.cancel() }
}

const atLeastOne = (ms: number | undefined): number => Math.max(1, ms ?? 1)

const replaceTimers = () => {
  replace(globalThis, 'setTimeout', (machine, run: AnyFunction, ms?: number, ...args) =>
    shaped(once(machine, atLeastOne(ms), () => run(...args))),
  )
  replace(globalThis, 'setInterval', (machine, run: AnyFunction, ms?: number, ...args) =>
    shaped(every(machine, atLeastOne(ms), () => run(...args))),
  )
  replace(globalThis, 'setImmediate', (machine, run: AnyFunction, ...args) =>
    shaped(machine.after(0, () => run(...args))),
  )
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'] as const) {
    const real: AnyFunction = globalThis[name]
    set(globalThis, name, (timer?: Partial<Timer> | number) =>
      typeof timer === 'object' && timer?.cancel ? timer.cancel() : real(timer),
    )
  }
}

const replaceTime = () => {
  globalThis.Date = new Proxy(Date, {
    construct(real, args) {
      const machine = args.length === 0 ? machineNow() : undefined
      return Reflect.construct(real, machine ? [machine.wall()] : args)
    },
  })
  replace(Date, 'now', machine => machine.wall())
  replace(performance, 'now', machine => machine.steady())
}

const replaceRandom = () => {
  replace(Math, 'random', machine => machine.random.fraction())
  replace(crypto, 'randomUUID', machine => machine.random.uuid())
  replace(crypto, 'randomBytes', (machine, size: number) => Buffer.from(machine.random.bytes(size)))
  replace(crypto, 'randomFillSync', (machine, buffer: Buffer) => {
    buffer.set(machine.random.bytes(buffer.length))
    return buffer
  })
  // imports of node:crypto follow
  syncBuiltinESMExports()
}

replaceTimers()
replaceTime()
replaceRandom()
