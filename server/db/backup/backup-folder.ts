import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { systemCode } from '../../startup-error.ts'

/** When the newest backup of BACKUP_DIR was written; null where there is none. @throws where it cannot be read */
export async function newestBackup({ backup }: Pick<Config, 'backup'>): Promise<Date | null> {
  const times = backup === null ? [] : (await listBackups(backup.dir)).map(({ writtenAt }) => writtenAt.getTime())
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** A copy of a file may have another time: the name says when it was written. */
export const backupName = (time: Date): string => `mailroom-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`
const namePattern = /^mailroom-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** The backups in a folder, which may not exist yet. */
export async function listBackups(dir: string): Promise<{ name: string; writtenAt: Date }[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = namePattern.exec(name) ?? []
    return day === undefined ? [] : [{ name, writtenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }]
  })
}

/** With their sizes, the newest first. */
export async function describeBackups(dir: string): Promise<{ name: string; writtenAt: string; bytes: number }[]> {
  const files = (await listBackups(dir)).toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())
  return Promise.all(
    files.map(async ({ name, writtenAt }) => {
      const { size } = await stat(join(dir, name))
      return { name, writtenAt: writtenAt.toISOString(), bytes: size }
    }),
  )
}
