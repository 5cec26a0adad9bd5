import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startSystemServer, systemServerMissing } from './system-server.ts'

const binary = '/usr/sbin/vsftpd'
export const ftpMissing = systemServerMissing('the suite on FTP', binary)

const withTls = (folder: string) => ({
  ssl_enable: 'YES',
  allow_anon_ssl: 'YES',
  force_anon_logins_ssl: 'YES',
  force_anon_data_ssl: 'YES',
  // a data connection must continue the session of its control connection, as by default
  require_ssl_reuse: 'YES',
  rsa_cert_file: join(folder, 'own.pem'),
  rsa_private_key_file: join(folder, 'own.key'),
})

/**
 * vsftpd with a new folder, for anonymous users, who may log in with any password but not under another name. `certificate`: it demands TLS, for
 * data as well.
 */
export const startFtp = async (certificate?: { readonly key: Buffer; readonly cert: Buffer }) => {
  const root = await mkdtemp(join(tmpdir(), 'endcap-ftp-'))
  const files = join(root, 'files')
  const empty = join(root, 'empty')
  await mkdir(files)
  await mkdir(empty)
  // whatever the umask: vsftpd's user reads them, and may not write its root
  for (const folder of [root, files, empty]) await chmod(folder, 0o755)
  if (certificate) {
    await writeFile(join(root, 'own.pem'), certificate.cert)
    await writeFile(join(root, 'own.key'), certificate.key)
  }
  const port = await freePort()
  const settings = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    anon_root: files,
    ftp_username: 'ftp',
    secure_chroot_dir: empty,
    // containers often deny what these need
    seccomp_sandbox: 'NO',
    isolate: 'NO',
    isolate_network: 'NO',
    xferlog_enable: 'NO',
    pasv_min_port: 32_100,
    pasv_max_port: 32_700,
    ...(certificate ? withTls(root) : {}),
  }
  const config = join(root, 'vsftpd.conf')
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const server = await startSystemServer(binary, [config], port)
  return {
    host: `127.0.0.1:${port}`,
    async put(name: string, bytes: Buffer | string) {
      await writeFile(join(files, name), bytes)
      await chmod(join(files, name), 0o644)
    },
    async stop() {
      await server.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
