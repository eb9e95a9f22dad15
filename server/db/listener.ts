import { setTimeout as delay } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Client } from 'pg'
import { createClient, type ConnectionSettings } from './connection/connection.ts'

/** Pauses between reconnects of the LISTEN connection; doubles up to the maximum. */
const listenerMinPauseMs = 100
const listenerMaxPauseMs = 5000

interface Listener extends AsyncDisposable {
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<AsyncDisposable>
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

interface ChannelListener {
  onPayload: (payload: string) => void
  onReconnect: () => void
}

type Channels = Map<string, Set<ChannelListener>>

/** One connection for all channels of the process, opened at the first `listen` and reopened when it is lost. */
export function openListener(settings: ConnectionSettings, onError: (error: Error) => void): Listener {
  const channels: Channels = new Map()
  const closing = new AbortController()
  let current: Promise<Client> | null = null
  /** Null while there is no connection, for which `current` may wait. */
  let connected: Client | null = null

  const connect = async (): Promise<Client> => {
    const client = await connectListener(settings, channels, onError)
    client.once('end', () => {
      connected = null
      if (closing.signal.aborted) return
      current = reconnect(connect, closing.signal, onError).then((next) => {
        for (const listener of [...channels.values()].flatMap((set) => [...set])) listener.onReconnect()
        return next
      })
      // Rejects only when the listener is closed; no caller may be waiting then.
      current.catch(() => undefined)
    })
    await listenToAll(client, channels)
    connected = client
    return client
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

  async function unlisten(channel: string): Promise<void> {
    channels.delete(channel)
    if (closing.signal.aborted) return
    // If the connection is lost, the next one does not listen to this channel anyway.
    await connected?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
  }

  return {
    async listen(channel, onPayload, onReconnect = () => undefined) {
      closing.signal.throwIfAborted()
      const listener = { onPayload, onReconnect }
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      try {
        // LISTEN is idempotent; a reconnect in between listens to all channels as well.
        await (await connection()).query(`listen ${escapeIdentifier(channel)}`)
      } catch (error) {
        listeners.delete(listener)
        throw error
      }
      return {
        async [Symbol.asyncDispose]() {
          listeners.delete(listener)
          if (listeners.size === 0 && channels.get(channel) === listeners) await unlisten(channel)
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

async function connectListener(
  settings: ConnectionSettings,
  channels: Channels,
  onError: (error: Error) => void,
): Promise<Client> {
  const client = createClient(settings)
  client.on('notification', ({ channel, payload }) => {
    for (const { onPayload } of channels.get(channel) ?? []) {
      try {
        onPayload(payload ?? '')
      } catch (error) {
        onError(asError(error))
      }
    }
  })
  client.on('error', onError)
  await client.connect()
  return client
}

async function listenToAll(client: Client, channels: Channels): Promise<void> {
  try {
    for (const channel of channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
  } catch (error) {
    client.removeAllListeners('end')
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Retries with growing pauses until a connection succeeds. Rejects when the signal aborts. */
async function reconnect(
  connect: () => Promise<Client>,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<Client> {
  for (let pause = listenerMinPauseMs; ; pause = Math.min(pause * 2, listenerMaxPauseMs)) {
    await delay(pause, undefined, { signal, ref: false })
    try {
      return await connect()
    } catch (error) {
      onError(asError(error))
    }
  }
}
