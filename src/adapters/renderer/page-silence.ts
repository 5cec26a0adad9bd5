/**
 * Runs in every page before its own scripts: each message of the console, dialog or uncaught error would be sent to the
 * node, which an endless loop would keep busy.
 * It must be self-contained: it is sent to the page as text.
 */
export const installSilence = (): void => {
  const nothing = () => undefined
  const functionsOf = (object: object) => Object.entries(object).filter(([, value]) => typeof value === 'function')
  for (const [name] of functionsOf(console)) Object.assign(console, { [name]: nothing })
  Object.assign(globalThis, {
    alert: nothing,
    confirm: () => false,
    prompt: () => null,
    print: nothing,
    reportError: nothing,
  })
  const handled = (event: Event) => event.preventDefault()
  addEventListener('error', handled)
  addEventListener('unhandledrejection', handled)
}
