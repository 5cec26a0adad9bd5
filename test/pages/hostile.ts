import type { Page } from 'playwright-core'

/** Input of an attacker. Each text sets `window.ran` if it runs as code. */
export const hostileTexts: readonly string[] = [
  '<script>window.ran=1</script>',
  '"><img src=x onerror="window.ran=1">',
  "'><svg onload='window.ran=1'>",
  '</textarea></title></style><script>window.ran=1</script>',
  'javascript:window.ran=1',
  '" autofocus onfocus="window.ran=1',
  '--><script>window.ran=1</script><!--',
  '\u202etxet desrever\u2066 \u0000\u001b[31m \ud800',
]

/** The data with every text replaced by one text, except at the named keys (closed sets such as a status). */
export const withText = <A>(data: A, text: string, kept: readonly string[]): A => {
  const change = (value: unknown, key: string): unknown => {
    if (kept.includes(key)) return value
    if (typeof value === 'string') return text
    if (Array.isArray(value)) return value.map(item => change(item, key))
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, change(v, k)]))
  }
  return change(data, '') as A
}

/** What ran or could run in a page, and where text could be reordered. All are empty in a safe page. */
export const dangersIn = (page: Page): Promise<{ ran: boolean; handlers: string[]; links: string[]; open: string[] }> =>
  page.evaluate(`(() => {
    const all = [...document.querySelectorAll('*')]
    const attributes = all.flatMap(e => [...e.attributes].map(a => [a.name, a.value, e.tagName]))
    const texts = []
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (/[\\u202e\\u2066]/.test(node.data) && !node.parentElement.closest('bdi,[dir]')) texts.push(node.parentElement.tagName)
    }
    return {
      ran: 'ran' in window,
      handlers: attributes.filter(([name]) => name.startsWith('on') || name === 'autofocus').map(([name, , tag]) => tag + ' ' + name),
      links: attributes.filter(([name, value]) => /^(href|src|action|formaction|srcdoc)$/.test(name) && !/^(https?:|cid:|\\/|#)/.test(value)).map(([, value]) => value),
      open: texts.concat(all.filter(e => e.tagName === 'SCRIPT').map(() => 'SCRIPT')),
    }
  })()`)

export const noDangers = { ran: false, handlers: [], links: [], open: [] }
