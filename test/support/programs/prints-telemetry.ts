import { registerHooks } from 'node:module'

/** Loaded into a node by a test: it prints a line for each file of OpenTelemetry's SDK that the node loads; prom-client needs its API. */
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url))
      console.log(JSON.stringify({ level: 30, msg: 'telemetry was loaded', url }))
    return next(url, context)
  },
})
