import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { systemRows } from '../../src/http/pages/system.ts'
import { processes } from '../../src/processes/processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('deploy/alerts.yml')
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json'))

type Panel = { readonly title: string; readonly targets: readonly { readonly expr: string }[] }
const panels: readonly Panel[] = dashboard.panels
const alertExpressions = Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, expr = '']) => expr)
const panelExpressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** The names of metrics in a text, without what a histogram adds to its own. */
const namesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\b(?:endcap|process|nodejs)_[a-z0-9_]+/g), ([name]) => name.replace(/_bucket$/, ''))

const test = suite('alerts and dashboard')

test('they name only metrics that a node has, so that none is silent for ever', async () => {
  const known = new Set(Array.from((await createMetrics().text()).matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
  assert.ok(alertExpressions.length >= 8 && panelExpressions.length >= 8)
  for (const expression of [...alertExpressions, ...panelExpressions])
    for (const name of namesIn(expression)) assert.ok(known.has(name), `${name} in ${expression}`)
})

test('the states of jobs are those that a node reports', async () => {
  const metrics = createMetrics()
  metrics.processBacklog('exports', { waiting: 1, scheduled: 2, running: 3, failed: 4 }, 5)
  const text = await metrics.text()
  assert.match(text, 'endcap_process_backlog_items{process="exports"} 6\n')
  assert.match(text, 'endcap_process_oldest_due_seconds{process="exports"} 5\n')
  for (const expression of [...alertExpressions, ...panelExpressions])
    for (const [, state] of expression.matchAll(/state="(\w+)"/g))
      assert.match(text, `endcap_process_items{process="exports",state="${state}"}`)
})

test('the processes are those of a node, and mails that pause have an alert: nobody waits for a worker then', () => {
  const names = new Set(processes.map(({ name }) => name))
  const named = [...alertExpressions, ...panelExpressions].flatMap(expression =>
    Array.from(expression.matchAll(/process="([\w-]+)"/g), ([, name = '']) => name),
  )
  for (const name of named) assert.ok(names.has(name), name)
  assert.ok(alertExpressions.some(expression => /process="approval-mail",state="scheduled"/.test(expression)))
})

const notAsked = async () => ({ ready: true, details: {} })

test('the share of server errors is that of requests without probes', () => {
  const share = alertExpressions.find(expression => /status=~"5\.\."/.test(expression)) ?? ''
  const excluded = Array.from(share.matchAll(/operation!~"([\w|]+)"/g), ([, names = '']) => names.split('|'))
  assert.is(excluded.length, share.split('endcap_requests_total{').length - 1)
  const rows = systemRows({ rows: [], metrics: createMetrics(), version: '', readiness: notAsked })
  const probes = rows.filter(({ path }) => ['/healthz', '/readyz', '/metrics'].includes(path))
  for (const names of excluded) assert.equal(names.sort(), probes.map(({ operationId }) => operationId).sort())
})

test('stored bytes are read at a scrape, and a store that is away has none', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.stored(async () => {
    if (++reads === 2) throw new Error('away')
    return { log: 1_000, cache: 20 }
  })
  assert.is(reads, 0)
  const text = await metrics.text()
  assert.match(text, 'endcap_stored_bytes{of="log"} 1000\nendcap_stored_bytes{of="cache"} 20\n')
  assert.not.match(await metrics.text(), 'endcap_stored_bytes{')
  assert.is(reads, 2)
})

test('every alert says what is wrong, and how bad it is', () => {
  const rules = alerts.split(/^ +- alert: /m).slice(1)
  assert.is(rules.length, alertExpressions.length)
  for (const rule of rules) {
    assert.match(rule, /severity: (critical|warning)/)
    assert.match(rule, /summary: \S/)
  }
})

const promtool = spawnSync('promtool', ['check', 'rules', join(root, 'deploy/alerts.yml')], { encoding: 'utf8' })
const whenPresent = promtool.error ? test.skip : test
whenPresent('promtool accepts the alerts', () => assert.is(promtool.status, 0, promtool.stdout + promtool.stderr))

test.run()
