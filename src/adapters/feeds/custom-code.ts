import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten'
import { cut } from '../../domain/shared/cut.ts'
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
  close(): void
}

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

const messageOf = (context: QuickJSContext, error: QuickJSHandle): string => {
  const dumped: unknown = context.dump(error)
  error.dispose()
  if (isRow(dumped) && dumped.message === 'interrupted') return tookTooLong
  const text = (value: unknown): string => printed(value, bounds.logLength)
  if (isRow(dumped) && 'message' in dumped)
    return cut(`${text(dumped.name ?? 'Error')}: ${text(dumped.message)}`, bounds.logLength)
  return text(dumped)
}

/**
 * Opens the JavaScript of a customer, which declares `transform(row)`: it gets a row and returns one, several or none. It has no host access:
 * no network, files, timers or clock of ours, only the language and `console.log`. Throws Unreadable if it declares no such function.
 */
export const openCustomCode = async (code: string): Promise<CustomCode> => {
  const { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } = await import('quickjs-emscripten')
  // a limit of the runtime does not count typed arrays, so all of its memory is bounded
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: bounds.memoryBytes / wasmPage })
  const runtime = (await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }))).newRuntime()
  runtime.setMemoryLimit(bounds.memoryBytes)
  runtime.setMaxStackSize(bounds.stackBytes)
  let end = 0
  runtime.setInterruptHandler(() => usedMs() > end)
  const within = (ms: number): void => {
    end = usedMs() + ms
  }
  const context = runtime.newContext()
  const logs: string[] = []
  const log = context.newFunction('log', (...args) => {
    if (logs.length < bounds.logs)
      logs.push(
        cut(
          args
            .slice(0, bounds.logged)
            .map(arg => printed(context.dump(arg), bounds.logLength))
            .join(' '),
          bounds.logLength,
        ),
      )
  })
  const console = context.newObject()
  context.setProp(console, 'log', log)
  context.setProp(context.global, 'console', console)
  log.dispose()
  console.dispose()

  const evaluated = (text: string, name: string): QuickJSHandle => {
    within(bounds.startMs)
    const result = context.evalCode(text, name)
    if (result.error)
      throw new Unreadable('custom-code-failed', `The custom code failed: ${messageOf(context, result.error)}.`)
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
  let isBroken = false
  /** If the engine itself fails, its memory may be in disorder: it is used no more, and ends with its thread. */
  const inEngine = <A>(work: () => A): A => {
    try {
      return work()
    } catch (error) {
      if (error instanceof Unreadable) throw error
      isBroken = true
      throw new Unreadable('custom-code-failed', 'The custom code failed: its results cannot be read.')
    }
  }
  const call = inEngine(started)

  const transformed = (row: Readonly<Record<string, string>>): Transformed => {
    const json = context.newString(JSON.stringify(row))
    within(bounds.rowMs)
    const result = context.callFunction(call, context.undefined, json)
    json.dispose()
    if (result.error) return { fault: messageOf(context, result.error) }
    const text = context.getString(result.value)
    result.value.dispose()
    const rows = parsed(text)
    if (!Array.isArray(rows) || !rows.every(isRow))
      return { fault: 'transform(row) must return an object, a list of objects, or nothing' }
    if (rows.length > bounds.rowsOut)
      return { fault: `transform(row) returned ${rows.length} rows; at most ${bounds.rowsOut} are accepted` }
    return { rows }
  }

  return {
    logs,
    transform: row => inEngine(() => transformed(row)),
    close() {
      if (isBroken) return
      call.dispose()
      context.dispose()
      runtime.dispose()
    },
  }
}
