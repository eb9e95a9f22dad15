import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Copies the program and adds a migration that the former version works with. @returns its main file */
export async function createNextVersion(folder: string): Promise<string> {
  await mkdir(folder)
  for (const part of ['server', 'contract', 'packages', 'scripts', 'package.json'])
    await cp(part, join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) await symlink(resolve(part), join(folder, part))
  const migrations = join(folder, 'server/db/migrations')
  const last = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).length
  const number = (n: number): string => String(n).padStart(3, '0')
  const columns = tables.map((table) => `alter table ${table} add column next_version integer not null default 1;\n`)
  const sql = `-- Compatible from ${number(last)}\n${columns.join('')}`
  await writeFile(join(migrations, `${number(last + 1)}-next-version.sql`), sql)
  return join(folder, 'server/main.ts')
}

/** Tables that requests, sorting and actions use. */
const tables = ['public.email_folders', 'public.email_processing_logs', 'public.email_action_runs', 'auth.sessions']
