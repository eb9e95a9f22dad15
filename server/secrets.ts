import { randomBytes } from 'node:crypto'
import { access, chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { dataDirInWords, StartProblem, systemCode } from './start-problem.ts'

export interface Secrets {
  jwtSecret: string
  encryptionKeys: Buffer[]
}

const Stored = z.object({ jwtSecret: z.string().min(32), encryptionKey: z.base64().length(44) })

/**
 * The secrets of the settings; what is not set is generated into the data directory once and read from there afterwards.
 * In production `readConfig` has refused to come this far without them.
 * @throws StartProblem where the folder cannot be used, or what is in it is damaged
 */
export async function loadSecrets(config: Pick<Config, 'dataDir' | 'jwtSecret' | 'encryptionKeys'>): Promise<Secrets> {
  const { jwtSecret, encryptionKeys } = config
  if (jwtSecret && encryptionKeys) return { jwtSecret, encryptionKeys }
  const own = await generated(config.dataDir).catch((error: unknown) =>
    Promise.reject(dataDirInWords(error, config.dataDir)),
  )
  return {
    jwtSecret: jwtSecret ?? own.jwtSecret,
    encryptionKeys: encryptionKeys ?? [Buffer.from(own.encryptionKey, 'base64')],
  }
}

async function generated(dataDir: string): Promise<z.output<typeof Stored>> {
  const file = join(dataDir, 'secrets.json')
  await makeFolder(dataDir)
  if (!(await exists(file))) await writeOnce(file)
  const stored = Stored.safeParse(parseOrNull(await readFile(file, 'utf8')))
  if (stored.success) return stored.data
  throw new StartProblem(`${file} is damaged: restore it. Without it nothing that is sealed can be opened again.`)
}

/** Others may pass through a folder of ours (the embedded database runs as another user) but not look into it. One that was there stays as it is. */
async function makeFolder(dataDir: string): Promise<void> {
  if ((await mkdir(dataDir, { recursive: true })) !== undefined) await chmod(dataDir, 0o711)
}

/** Whoever comes first decides; nobody ever reads half a file, since it appears under its name only when it is whole. */
async function writeOnce(file: string): Promise<void> {
  const fresh = { jwtSecret: randomBytes(48).toString('base64'), encryptionKey: randomBytes(32).toString('base64') }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, JSON.stringify(fresh), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}

function parseOrNull(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}
