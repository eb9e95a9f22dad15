import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

/**
 * The certificate of the sandbox's mail servers, which stays the same over restarts.
 * @returns files in PEM; the trusted one also has what NODE_EXTRA_CA_CERTS named before
 */
export async function ensureMailCertificate(dataDir: string, trustedBefore = process.env['NODE_EXTRA_CA_CERTS']) {
  const fileOf = (name: string): string => join(dataDir, `sandbox-mail-${name}.pem`)
  const [certificateFile, keyFile, trustedFile] = [fileOf('certificate'), fileOf('key'), fileOf('trusted')]
  if (!existsSync(certificateFile) || !existsSync(keyFile)) {
    const hosts = ['localhost', '127.0.0.1']
    const pair = createSelfSignedCertificate('Sandbox', new Date('2020-01-01'), new Date('2120-01-01'), hosts)
    await mkdir(dataDir, { recursive: true })
    await writeFile(keyFile, pair.privateKey, { mode: 0o600 })
    await writeFile(certificateFile, pair.certificate)
  }
  const others = trustedBefore ? `${await readFile(trustedBefore, 'utf8')}\n` : ''
  await writeFile(trustedFile, others + (await readFile(certificateFile, 'utf8')))
  return { certificateFile, keyFile, trustedFile }
}
