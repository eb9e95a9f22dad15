import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'

export async function ask<Row extends object>(connection: PoolConfig, sql: string): Promise<Row[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Where the embedded database has its data. */
export const embeddedData = (dataDir: string): string => join(dataDir, 'postgres', 'cluster', 'data')

export const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(embeddedData(dataDir), 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Another process that starts the embedded database and runs until it is killed. */
export async function startElsewhere(dataDir: string): Promise<{ kill: () => Promise<void> }> {
  const module = new URL('../../server/db/embedded/embedded.ts', import.meta.url).href
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
