import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startSystemServer, systemServerMissing } from './system-server.ts'

const binary = '/usr/sbin/sshd'
export const sftpMissing = systemServerMissing('the suite on SFTP', binary)

const newKey = (path: string) => execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])

/** OpenSSH with a new folder, in which the user of the tests logs in with a key of its own. */
export const startSftp = async () => {
  const root = await mkdtemp(join(tmpdir(), 'endcap-sftp-'))
  await chmod(root, 0o755)
  const files = join(root, 'files')
  await mkdir(files)
  // the privilege separation of sshd wants it
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const [hostKey, userKey] = [join(root, 'host'), join(root, 'user')]
  newKey(hostKey)
  newKey(userKey)
  const port = await freePort()
  const config = join(root, 'sshd_config')
  const lines = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${userKey}.pub`,
    `PidFile ${join(root, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'Subsystem sftp internal-sftp',
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const server = await startSystemServer(binary, ['-D', '-e', '-f', config], port)
  return {
    host: `127.0.0.1:${port}`,
    port,
    username: userInfo().username,
    privateKey: await readFile(userKey, 'utf8'),
    /** A key that the server does not know. */
    otherKey: generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    }).privateKey,
    pathOf: (name: string) => join(files, name),
    put: (name: string, bytes: Buffer | string) => writeFile(join(files, name), bytes),
    async stop() {
      await server.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
