import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packages from '../peers/package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/** Installs the peers that have their own node_modules, once. Returns the reason if that fails. */
export const installPeers = (): string | undefined => {
  if (Object.keys(packages.dependencies).every(name => existsSync(`${folder}node_modules/${name}`))) return undefined
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder],
    { encoding: 'utf8' },
  )
  return status === 0 ? undefined : `npm ci in bench/peers failed: ${stderr.trim().split('\n').at(-1)}`
}
