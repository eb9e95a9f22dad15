import { randomBytes } from 'node:crypto'
import { access, chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { describeDataDirError, StartupError, systemCode } from './startup-error.ts'

export interface Secrets {
  jwtSecret: string
  encryptionKeys: Buffer[]
}

const Stored = z.object({
  jwtSecret: z.string().min(32),
  /** As ENCRYPTION_KEYS: those of a restored backup may be several. */
  encryptionKey: z.string().regex(/^[\w+/]{43}=(,[\w+/]{43}=)*$/),
})
type GeneratedSecrets = z.output<typeof Stored>

/**
 * The configured secrets; missing ones are generated once and stored in DATA_DIR. In production `readConfig` requires
 * them, or GENERATE_SECRETS.
 * @throws StartupError where the folder is not usable or the file is damaged
 */
export async function loadSecrets(config: Pick<Config, 'dataDir' | 'jwtSecret' | 'encryptionKeys'>): Promise<Secrets> {
  const { jwtSecret, encryptionKeys } = config
  if (jwtSecret && encryptionKeys) return { jwtSecret, encryptionKeys }
  const stored = await loadGeneratedSecrets(config.dataDir).catch((error: unknown) =>
    Promise.reject(describeDataDirError(error, config.dataDir)),
  )
  return {
    jwtSecret: jwtSecret ?? stored.jwtSecret,
    encryptionKeys: encryptionKeys ?? stored.encryptionKey.split(',').map((key) => Buffer.from(key, 'base64')),
  }
}

/** Secrets that were generated into the folder before; null without any. @throws StartupError as `loadSecrets` */
export async function findGeneratedSecrets(dataDir: string): Promise<GeneratedSecrets | null> {
  const file = secretsFile(dataDir)
  return (await exists(file)) ? readGenerated(file) : null
}

/** Replaces the generated secrets by those of a backup. A crash leaves one or the other. */
export async function replaceGeneratedSecrets(dataDir: string, secrets: GeneratedSecrets): Promise<void> {
  await makeFolder(dataDir)
  const file = secretsFile(dataDir)
  const draft = `${file}.restored`
  await writeFile(draft, JSON.stringify(Stored.parse(secrets)), { mode: 0o600, flush: true })
  await rename(draft, file)
}

async function loadGeneratedSecrets(dataDir: string): Promise<GeneratedSecrets> {
  const file = secretsFile(dataDir)
  await makeFolder(dataDir)
  if (!(await exists(file))) await writeOnce(file)
  return readGenerated(file)
}

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

async function readGenerated(file: string): Promise<GeneratedSecrets> {
  const stored = Stored.safeParse(parseOrNull(await readFile(file, 'utf8')))
  if (stored.success) return stored.data
  throw new StartupError(`${file} is damaged: restore it. Without it nothing that is sealed can be opened again.`)
}

/**
 * Mode 0711: the embedded database may run as another user, which must traverse the folder but not list it. An existing
 * folder keeps its mode.
 */
async function makeFolder(dataDir: string): Promise<void> {
  if ((await mkdir(dataDir, { recursive: true })) !== undefined) await chmod(dataDir, 0o711)
}

/** Of concurrent starts the first one wins. A hard link publishes the complete file atomically. */
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
