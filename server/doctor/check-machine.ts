import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { days, addMs, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const mebibyte = 2 ** 20

export async function checkMachine(config: Config, clock: Clock): Promise<Finding[]> {
  return [await checkDisk(config), checkPage(), ...checkCertificate(config, clock)]
}

async function checkDisk({ dataDir, databaseUrl, jwtSecret, encryptionKeys }: Config): Promise<Finding> {
  const needsFolder = databaseUrl === null || jwtSecret === null || encryptionKeys === null
  const folder = existingParent(path.resolve(dataDir))
  const problem = await problemOf(folder)
  if (problem !== null && !needsFolder) return ok('disk', 'nothing is stored on this machine')
  if (problem !== null)
    return failure('disk', `${folder} ${problem}`, 'Set DATA_DIR to a folder that this user may write in.')
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / mebibyte)
  const text = `${free.toLocaleString('en')} MiB are free in ${folder}`
  const remedy = 'Free some space, or move DATA_DIR to a larger disk.'
  if (free < 100) return failure('disk', text, remedy)
  return free < 1024 ? warning('disk', text, remedy) : ok('disk', text)
}

async function problemOf(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK)
    return (await stat(folder)).isDirectory() ? null : 'is no folder'
  } catch {
    return 'is not writable'
  }
}

const existingParent = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : existingParent(path.dirname(folder))

function checkPage(): Finding {
  const isBuilt = existsSync(new URL('../../dist/web/index.html', import.meta.url))
  if (isBuilt) return ok('page', 'is built')
  return warning('page', 'is not built', 'Run npm run build before npm run serve; npm start builds it itself.')
}

function checkCertificate({ microsoft }: Config, clock: Clock): Finding[] {
  const credential = microsoft?.credential
  if (!credential || !('validTo' in credential)) return []
  const end = credential.validTo.toISOString().slice(0, 10)
  const remedy = 'Create a new certificate, upload it to the app registration, and set MICROSOFT_CERTIFICATE.'
  if (credential.validTo <= clock.now()) return [failure('certificate', `expired on ${end}`, remedy)]
  const isSoon = credential.validTo <= addMs(clock.now(), days(30))
  return [isSoon ? warning('certificate', `expires on ${end}`, remedy) : ok('certificate', `valid until ${end}`)]
}
