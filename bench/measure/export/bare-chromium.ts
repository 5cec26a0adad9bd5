import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import bundled from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import { creativesOf, type Page, pagesOf, pictures } from './pages.ts'

// The peer: a Chromium that captures screenshots of the same pages and keeps nothing. Receives {creatives, edition},
// answers {perSecond}.
const byUrl = new Map(pictures.map(({ path, bytes }) => [`/assets/${path}`, bytes]))
let pages: readonly Page[] = []
const server = createServer((req, res) => {
  const url = req.url ?? ''
  const picture = byUrl.get(url)
  if (picture) res.setHeader('Content-Type', 'image/png').end(picture)
  else res.setHeader('Content-Type', 'text/html; charset=utf-8').end(pages[Number(url.slice(1))]?.html ?? '')
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const systemPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const isRoot = process.getuid?.() === 0
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? systemPath ?? (await bundled.executablePath()),
  args: ['--disable-gpu', '--hide-scrollbars', '--disable-dev-shm-usage', ...(isRoot ? ['--no-sandbox'] : [])],
  chromiumSandbox: !isRoot,
})
const tabs = await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, () => browser.newPage()))

const shoot = async (): Promise<number> => {
  const startedAt = performance.now()
  let next = 0
  const draw = async (tab: (typeof tabs)[number]) => {
    for (let i = next++; i < pages.length; i = next++) {
      const { width, height } = pages[i]!
      await tab.setViewportSize({ width, height })
      await tab.goto(`${base}/${i}`, { waitUntil: 'load' })
      await tab.screenshot({ type: 'png' })
    }
  }
  await Promise.all(tabs.map(draw))
  return pages.length / ((performance.now() - startedAt) / 1000)
}

process.on('message', ({ creatives, edition }: { readonly creatives: number; readonly edition: string }) => {
  pages = pagesOf(creativesOf(creatives, edition, path => `/assets/${path}`))
  shoot().then(
    perSecond => process.send?.({ perSecond }),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => browser.close().finally(() => process.exit(0)))
process.send?.({ ready: true })
