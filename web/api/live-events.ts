import type { Query, QueryClient } from '@tanstack/react-query'
import { liveReplayMs } from '../../contract/limits.ts'
import { LiveEvent } from '../../contract/live-events.ts'
import { now } from '../lib/clock.ts'
import { parseJson } from '../lib/parse-json.ts'
import { totalsPollMs } from '../limits.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { readEventData } from './event-stream.ts'
import {
  conditionKeys,
  folderActivityKey,
  folderKeys,
  followUpsKey,
  learnedKeys,
  logKeys,
  mailboxKeys,
  overviewKey,
  reviewCountKey,
} from './query-keys.ts'
import { accessToken } from './session.ts'

const waitingMailKey = ['waiting-mail'] as const
/** An event refetches these queries at once, unless they were read a moment ago: then they poll at their interval. */
const polledKeys: readonly unknown[] = [overviewKey, waitingMailKey, reviewCountKey, folderActivityKey, logKeys.review]

/** Query keys that an event makes stale. */
const affectedKeys = (event: LiveEvent): QueryKeys => {
  switch (event.type) {
    case 'log':
      return [
        logKeys.of(event.mailboxId),
        logKeys.pages,
        logKeys.review,
        reviewCountKey,
        learnedKeys.of(event.mailboxId),
        ['previewed-mail', event.mailboxId],
        ['usage'],
        overviewKey,
        waitingMailKey,
        folderActivityKey,
        followUpsKey,
      ]
    case 'mailbox':
      return [
        mailboxKeys.all,
        conditionKeys.of(event.mailboxId),
        learnedKeys.of(event.mailboxId),
        ['previewed-mail', event.mailboxId],
        followUpsKey,
      ]
    case 'backfill':
      return [
        ['backfill', event.mailboxId],
        ['backfill-estimate', event.mailboxId],
      ]
    case 'bulk-undo':
      return [['bulk-undo', event.mailboxId], mailboxKeys.list]
    case 'tidy-up':
      return [['tidy-up', event.mailboxId]]
    case 'senders':
      return [['senders', event.mailboxId]]
    case 'follow-ups':
      return [followUpsKey]
    case 'folders':
      return [folderKeys.of(event.mailboxId), ['folder-actions'], ['action-plan'], mailboxKeys.all]
    case 'connections':
      return [['service-connections']]
    case 'forward-addresses':
      return [['forward-addresses']]
    case 'subscription':
      return [['subscription'], ['subscription-addons'], ['usage'], ['change-price'], overviewKey, waitingMailKey]
    case 'email-digest':
      return [['email-digest']]
    case 'time-zone':
      return [['time-zone']]
    case 'notification':
      // A notification about moves that were not learned leads to what is listed of them.
      return [['notifications'], learnedKeys.all]
  }
}

type QueryKeys = (readonly string[])[]

const reconnectMinDelayMs = 1000
const reconnectMaxDelayMs = 30_000

/**
 * Refetches queries when the server reports changes, until the signal is aborted. A connection begins with the events
 * of the last seconds. Earlier ones are lost, so everything is refetched after a reconnect or a late first connection.
 */
export async function followLiveEvents(client: QueryClient, signal: AbortSignal): Promise<void> {
  let failures = 0
  let hasConnected = false
  const started = performance.now()
  const invalidate = batched((keys) => {
    // A refetch during an optimistic update would show the state before it.
    const isChanging = ([kind]: readonly string[]): boolean => client.isMutating({ mutationKey: [kind] }) > 0
    for (const queryKey of keys.filter((key) => !isChanging(key)))
      void client.invalidateQueries({ queryKey, refetchType: isPolledLater(client, queryKey) ? 'none' : 'active' })
    invalidate(keys.filter(isChanging))
  })
  while (!signal.aborted) {
    const connection = new AbortController()
    const disconnect = (): void => connection.abort()
    signal.addEventListener('abort', disconnect)
    // Browsers do not put a page with an open connection into the back/forward cache.
    addEventListener('pagehide', disconnect)
    try {
      const events = await openEventStream(connection)
      if (!events) return
      if (hasConnected || performance.now() - started > liveReplayMs / 2) void client.invalidateQueries()
      hasConnected = true
      failures = 0
      for await (const data of readEventData(events)) {
        const event = LiveEvent.safeParse(parseJson(data))
        // A newer server may send event types that this page does not know.
        if (event.success) invalidate(affectedKeys(event.data))
      }
    } catch {
      failures += 1
    } finally {
      signal.removeEventListener('abort', disconnect)
      removeEventListener('pagehide', disconnect)
      disconnect()
    }
    await reconnectDelay(Math.min(reconnectMaxDelayMs, reconnectMinDelayMs * 2 ** Math.min(failures, 5)), signal)
  }
}

function isPolledLater(client: QueryClient, queryKey: readonly string[]): boolean {
  const readSince = now().getTime() - totalsPollMs
  const isRecent = ({ state }: Query): boolean => state.dataUpdatedAt > readSince
  return polledKeys.includes(queryKey) && client.getQueryCache().findAll({ queryKey }).some(isRecent)
}

/** Two missed heartbeats of the server. */
const heartbeatTimeoutMs = 60_000

/**
 * Opens the stream of server-sent events and aborts it if no bytes arrive for too long.
 * @returns null if the session has ended
 */
async function openEventStream(connection: AbortController): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const abort = (): void => connection.abort()
  let timeout = setTimeout(abort, heartbeatTimeoutMs)
  connection.signal.addEventListener('abort', () => clearTimeout(timeout))
  const response = await authorizedFetch('/api/events', {
    signal: connection.signal,
    headers: { accept: 'text/event-stream' },
  })
  // A rejected token that was renewed meanwhile, by this tab or another one, does not end the session.
  if (response.status === 401 && (await accessToken()) === null) return null
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`)
  const watchdog = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clearTimeout(timeout)
      timeout = setTimeout(abort, heartbeatTimeoutMs)
      controller.enqueue(chunk)
    },
  })
  return response.body.pipeThrough(watchdog)
}

/** Events within this time cause one refetch. */
const liveEventBatchMs = 250

/** Collects keys for a short time, so that many events cause one refetch. */
function batched(flush: (keys: QueryKeys) => void): (keys: QueryKeys) => void {
  const pending = new Map<string, readonly string[]>()
  return (keys) => {
    if (pending.size === 0 && keys.length > 0) {
      setTimeout(() => {
        const due = [...pending.values()]
        pending.clear()
        flush(due)
      }, liveEventBatchMs)
    }
    for (const key of keys) pending.set(key.join('/'), key)
  }
}

/** Ends early if the signal is aborted, the network is back, or the page returns from the back/forward cache. */
function reconnectDelay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listeners = new AbortController()
    const done = (): void => {
      clearTimeout(timer)
      listeners.abort()
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done, { signal: listeners.signal })
    addEventListener('pageshow', done, { signal: listeners.signal })
    signal.addEventListener('abort', done, { signal: listeners.signal })
  })
}
