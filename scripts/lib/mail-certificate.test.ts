import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureMailCertificate } from './mail-certificate.ts'

test('the certificate stays, its key is private, and what was trusted before still is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-certificate-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
  const own = join(dataDir, 'own.pem')
  await writeFile(own, 'an authority')
  const { certificateFile, keyFile } = await ensureMailCertificate(dataDir, undefined)
  const certificate = await readFile(certificateFile, 'utf8')
  const { trustedFile } = await ensureMailCertificate(dataDir, own)
  expect(await readFile(certificateFile, 'utf8')).toBe(certificate)
  expect(await readFile(trustedFile, 'utf8')).toBe(`an authority\n${certificate}`)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
})
