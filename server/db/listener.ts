import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import type { ClientConfig } from 'pg'

export interface Listener extends AsyncDisposable {
  listen(channel: string, onPayload: (payload: string) => void): Promise<AsyncDisposable>
}

const longestPause = 5_000

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** One connection for all channels of this process, made at the first `listen` and made again whenever it is lost. */
export function openListener(settings: ClientConfig, onError: (error: Error) => void): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>()
  const closing = new AbortController()
  let current: Promise<Client> | null = null

  async function connect(): Promise<Client> {
    const client = new Client(settings)
    client.on('notification', ({ channel, payload }) => {
      for (const onPayload of channels.get(channel) ?? []) {
        try {
          onPayload(payload ?? '')
        } catch (error) {
          onError(asError(error))
        }
      }
    })
    client.on('error', onError)
    await client.connect()
    client.once('end', () => {
      if (!closing.signal.aborted) current = reconnect()
    })
    try {
      for (const channel of channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      client.removeAllListeners('end')
      await client.end().catch(() => undefined)
      throw error
    }
    return client
  }

  function reconnect(): Promise<Client> {
    const again = (async () => {
      for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
        await delay(pause, undefined, { signal: closing.signal, ref: false })
        try {
          return await connect()
        } catch (error) {
          onError(asError(error))
        }
      }
    })()
    // Rejects only when the listener is closed meanwhile; nobody may be waiting then.
    again.catch(() => undefined)
    return again
  }

  async function connection(): Promise<Client> {
    current ??= connect()
    try {
      return await current
    } catch (error) {
      current = null
      throw error
    }
  }

  return {
    async listen(channel, onPayload) {
      closing.signal.throwIfAborted()
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(onPayload))
      try {
        // A channel that is listened to already costs nothing more; a reconnect in between listens to it as well.
        await (await connection()).query(`listen ${escapeIdentifier(channel)}`)
      } catch (error) {
        listeners.delete(onPayload)
        throw error
      }
      return {
        async [Symbol.asyncDispose]() {
          listeners.delete(onPayload)
          if (listeners.size > 0 || channels.get(channel) !== listeners) return
          channels.delete(channel)
          if (closing.signal.aborted) return
          // Lost at this moment: the next connection no longer listens to it anyway.
          await (await connection()).query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
        },
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      const client = await current?.catch(() => null)
      await client?.end()
    },
  }
}
