import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { failure, ok, warning, type Finding } from './finding.ts'
import { existingParent, writeProblem } from './writable-folder.ts'

const mebibyte = 2 ** 20

export async function checkMachine(config: Config): Promise<Finding[]> {
  return [await checkDisk(config), checkPage()]
}

async function checkDisk({ dataDir, databaseUrl, jwtSecret, encryptionKeys }: Config): Promise<Finding> {
  const needsFolder = databaseUrl === null || jwtSecret === null || encryptionKeys === null
  const folder = existingParent(path.resolve(dataDir))
  const problem = await writeProblem(folder)
  if (problem !== null && !needsFolder) return ok('disk', 'nothing is stored on this machine')
  if (problem !== null)
    return failure('disk', `${folder} ${problem}`, 'Set DATA_DIR to a folder with space in which this user may write.')
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / mebibyte)
  const text = `${free.toLocaleString('en')} MiB are free in ${folder}`
  const remedy = 'Free some space, or move DATA_DIR to a larger disk.'
  if (free < 100) return failure('disk', text, remedy)
  return free < 1024 ? warning('disk', text, remedy) : ok('disk', text)
}

function checkPage(): Finding {
  const isBuilt = existsSync(new URL('../../dist/web/index.html', import.meta.url))
  if (isBuilt) return ok('page', 'is built')
  return warning('page', 'is not built', 'Run npm run build before npm run serve; npm start builds it itself.')
}
