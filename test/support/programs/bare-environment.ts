/** What a program needs of our environment to run as on a fresh machine, and where compiled code is kept between its runs. */
export const bareEnvironment = (): Record<string, string> => {
  const needed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(needed.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}
