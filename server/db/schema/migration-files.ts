import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '../../startup-error.ts'
import type { MigrationFile } from './apply-migration.ts'
import { checksumOf } from './migration-checksum.ts'

interface Schema {
  files: MigrationFile[]
  seed: string
}

interface SchemaFiles {
  /** Read once: a node that starts again within its process still runs the code of its first start. */
  read(): Promise<Schema>
  /** Whether another version of the program was put on disk since. */
  areReplaced(): Promise<boolean>
}

/** @param folder with `migrations/` and `seed.sql` */
export function createSchemaFiles(folder: URL): SchemaFiles {
  let first: Promise<Schema> | null = null
  const read = (): Promise<Schema> => (first ??= readSchema(folder))
  return {
    read,
    async areReplaced() {
      const [{ files }, now] = [await read(), await readMigrations(folder).catch(() => [])]
      return now.length !== files.length || now.some(({ checksum }, index) => checksum !== files[index]?.checksum)
    },
  }
}

export const schemaFiles = createSchemaFiles(new URL('..', import.meta.url))

async function readSchema(folder: URL): Promise<Schema> {
  const [files, seed] = await Promise.all([readMigrations(folder), readFile(new URL('seed.sql', folder), 'utf8')])
  return { files, seed }
}

async function readMigrations(parent: URL): Promise<MigrationFile[]> {
  const folder = new URL('migrations/', parent)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      const number = Number(name.split('-')[0])
      const compatibleFrom = Number(/^-- Compatible from (\d{3})\b/m.exec(sql)?.[1] ?? number)
      return { number, name, sql, checksum: checksumOf(sql), compatibleFrom }
    }),
  )
  const wrong = files.find((file, index) => file.number !== index + 1)
  if (wrong)
    throw new StartupError(`migration ${wrong.name} is out of order: files are numbered 001, 002, … without gaps`)
  return files
}
