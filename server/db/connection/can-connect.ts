import { createClient, type ConnectionSettings } from './connection.ts'

/** Whether PostgreSQL accepts a connection with these parameters. */
export async function canConnect(config: ConnectionSettings): Promise<boolean> {
  const client = createClient(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
