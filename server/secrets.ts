import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'

export interface Secrets {
  jwtSecret: string
  encryptionKeys: Buffer[]
}

const Stored = z.object({ jwtSecret: z.string().min(32), encryptionKey: z.base64() })

/**
 * The secrets of the settings; what is not set is generated into the data directory once and read from there afterwards.
 * In production `readConfig` has refused to come this far without them.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { jwtSecret, encryptionKeys } = config
  if (jwtSecret && encryptionKeys) return { jwtSecret, encryptionKeys }
  const own = await generated(config.dataDir)
  return {
    jwtSecret: jwtSecret ?? own.jwtSecret,
    encryptionKeys: encryptionKeys ?? [Buffer.from(own.encryptionKey, 'base64')],
  }
}

async function generated(dataDir: string): Promise<z.output<typeof Stored>> {
  const file = join(dataDir, 'secrets.json')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const fresh = { jwtSecret: randomBytes(48).toString('base64'), encryptionKey: randomBytes(32).toString('base64') }
  // Whoever comes first writes; all read what is there.
  await writeFile(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return Stored.parse(JSON.parse(await readFile(file, 'utf8')))
}
