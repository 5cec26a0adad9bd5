import type { QuickJSHandle } from 'quickjs-emscripten'
import { mostDepth } from './json-rows.ts'
import { printed } from './printed.ts'
import { Unreadable } from './unreadable.ts'

/**
 * Bounds of customers' code: milliseconds of processor time for the code itself and for one row, so that a busy machine makes no row faulty;
 * memory, stack, and what it may log and return.
 */
const bounds = {
  startMs: 1_000,
  rowMs: 200,
  memoryBytes: 64 * 1_048_576,
  stackBytes: 512 * 1024,
  logs: 100,
  logLength: 500,
  logged: 100,
  rowsOut: 1_000,
}

/** Milliseconds of processor time that this thread has used. */
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Bytes of a page of WebAssembly. */
const wasmPage = 65_536

/** What custom code made of one row, or why it could not. */
export type Transformed = { readonly rows: readonly Readonly<Record<string, unknown>>[] } | { readonly fault: string }

export type CustomCode = {
  /** Calls `transform(row)`. */
  transform(row: Readonly<Record<string, string>>): Transformed
  readonly logs: readonly string[]
}

/**
 * Runs in the code's own world before the code: texts of what it logs and throws are made there, within the bounds of the engine. Reading its
 * objects from outside would recurse on our stack, and an error within it leaves the engine in disorder. It keeps the functions of the
 * language, which the code may replace. Gives the function that describes an error.
 */
const prelude = `(log => {
  const { stringify } = JSON
  const text = String
  const { slice } = String.prototype
  const { apply } = Reflect
  const short = value => apply(slice, value, [0, ${bounds.logLength + 1}])
  const shown = value => {
    try {
      if (typeof value === 'string') return short(value)
      if (typeof value !== 'object' || value === null) return short(text(value))
      if (value instanceof Error) return described(value)
      const json = stringify(value)
      return typeof json === 'string' ? short(json) : typeof value
    } catch {
      return typeof value
    }
  }
  const described = error => {
    try {
      if (typeof error === 'object' && error !== null && 'message' in error)
        return short(shown(error.name ?? 'Error') + ': ' + shown(error.message))
    } catch {
      return 'an error without a text'
    }
    return shown(error)
  }
  globalThis.console = {
    log: (...values) => {
      let line = ''
      for (let i = 0; i < values.length && i < ${bounds.logged} && line.length < ${bounds.logLength}; i++)
        line += (i === 0 ? '' : ' ') + shown(values[i])
      log(short(line))
    },
  }
  return described
})`

/** Runs in the code's own world: it gets and gives JSON, so that no object of one world reaches the other. */
const adapter = `(json => {
  const made = transform(JSON.parse(json))
  const list = made === undefined || made === null ? [] : Array.isArray(made) ? made : [made]
  return JSON.stringify(list)
})`

/** The code may have replaced the functions that make the text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isRow = (made: unknown): made is Readonly<Record<string, unknown>> =>
  typeof made === 'object' && made !== null && !Array.isArray(made)

const tookTooLong = `the code took longer than ${bounds.rowMs} ms for one row`
/** Without memory the engine cannot make an error: it throws null, as the code may, too. */
const threwNull = `the code threw null, or used more than ${bounds.memoryBytes / 1_048_576} MiB of memory`
/** What the texts of some errors mean. */
const meanings = new Map([
  ['InternalError: interrupted', tookTooLong],
  ['null', threwNull],
])

/** Whether a value has no more than these levels below it; looks no deeper. */
const hasLevels = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every(below => hasLevels(below, levels - 1)))

/** What a failure of the engine itself says: one of its stack is the code's. */
const engineFault = (error: unknown): string =>
  error instanceof RangeError
    ? 'it nests values or calls too deeply'
    : 'it broke its engine, and its results cannot be read'

/**
 * Opens the JavaScript of a customer, which declares `transform(row)`: it gets a row and returns one, several or none. It has no host access:
 * no network, files, timers or clock of ours, only the language and `console.log`. Throws Unreadable if it declares no such function.
 */
export const openCustomCode = async (code: string): Promise<CustomCode> => {
  const { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } = await import('quickjs-emscripten')
  // a limit of the runtime does not count typed arrays, so all of its memory is bounded
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: bounds.memoryBytes / wasmPage })
  // what the engine prints when it fails is no line of our log
  const emscriptenModule = { print: () => undefined, printErr: () => undefined } as object
  const variant = newVariant(RELEASE_SYNC, { wasmMemory, emscriptenModule })
  const runtime = (await newQuickJSWASMModuleFromVariant(variant)).newRuntime()
  runtime.setMemoryLimit(bounds.memoryBytes)
  runtime.setMaxStackSize(bounds.stackBytes)
  let end = 0
  runtime.setInterruptHandler(() => usedMs() > end)
  const within = (ms: number): void => {
    end = usedMs() + ms
  }
  const context = runtime.newContext()
  const logs: string[] = []
  const log = context.newFunction('log', line => {
    if (logs.length < bounds.logs) logs.push(printed(context.getString(line), bounds.logLength))
  })
  const called = (of: QuickJSHandle, argument: QuickJSHandle) => {
    const result = context.callFunction(of, context.undefined, argument)
    argument.dispose()
    return result
  }
  const messageOf = (error: QuickJSHandle): string => {
    within(bounds.rowMs)
    const result = called(describe, error)
    const text = result.error ? tookTooLong : context.getString(result.value)
    result.dispose()
    return meanings.get(text) ?? printed(text, bounds.logLength)
  }
  const evaluated = (text: string, name: string): QuickJSHandle => {
    within(bounds.startMs)
    const result = context.evalCode(text, name)
    if (result.error) throw new Unreadable('custom-code-failed', `The custom code failed: ${messageOf(result.error)}.`)
    return result.value
  }
  const started = (): QuickJSHandle => {
    evaluated(code, 'customCode').dispose()
    const kind = evaluated('typeof transform', 'check')
    if (context.getString(kind) !== 'function')
      throw new Unreadable('custom-code-failed', 'The custom code declares no function transform(row).')
    kind.dispose()
    return evaluated(adapter, 'adapter')
  }
  /**
   * If the engine itself fails, its memory may be in disorder. It is used no more; nothing of it is freed one by one, in this case or any other,
   * as that could fail again: its memory goes as a whole.
   */
  const inEngine = <A>(work: () => A): A => {
    try {
      return work()
    } catch (error) {
      if (error instanceof Unreadable) throw error
      throw new Unreadable('custom-code-failed', `The custom code failed: ${engineFault(error)}.`)
    }
  }
  within(bounds.startMs)
  const describe = context.unwrapResult(called(context.unwrapResult(context.evalCode(prelude)), log))
  const call = inEngine(started)

  const transformed = (row: Readonly<Record<string, string>>): Transformed => {
    const json = context.newString(JSON.stringify(row))
    within(bounds.rowMs)
    const result = called(call, json)
    if (result.error) return { fault: messageOf(result.error) }
    const text = context.getString(result.value)
    result.dispose()
    const rows = parsed(text)
    if (!Array.isArray(rows) || !rows.every(isRow))
      return { fault: 'transform(row) must return an object, a list of objects, or nothing' }
    if (rows.length > bounds.rowsOut)
      return { fault: `transform(row) returned ${rows.length} rows; at most ${bounds.rowsOut} are accepted` }
    if (!rows.every(made => hasLevels(made, mostDepth)))
      return { fault: `transform(row) returned an object of more than ${mostDepth} levels` }
    return { rows }
  }

  return { logs, transform: row => inEngine(() => transformed(row)) }
}
