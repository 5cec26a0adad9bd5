/** The minimal environment to run a program as on a fresh machine, with the cache of compiled code and the choice of the sandbox. */
export const bareEnvironment = (): Record<string, string> => {
  const needed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'CHROMIUM_NO_SANDBOX']
  return Object.fromEntries(needed.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}
