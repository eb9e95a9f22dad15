import { Client, type ClientConfig } from 'pg'

/** Whether PostgreSQL accepts a connection with these parameters. */
export async function canConnect(config: ClientConfig): Promise<boolean> {
  const client = new Client(config)
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
