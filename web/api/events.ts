import type { QueryClient } from '@tanstack/react-query'
import { LiveEvent } from '../../contract/live-events.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { eventData } from './event-stream.ts'
import { conditionKeys } from './folder-conditions.ts'
import { folderKeys } from './folders.ts'
import { learnedKeys } from './learned-mail.ts'
import { logKeys } from './logs.ts'
import { mailboxKeys } from './mailboxes.ts'
import { realTimeKeys } from './real-time.ts'

const firstDelayMs = 1000
const maxDelayMs = 30_000
/** Two missed heartbeats of the server: the line is dead though nobody said so. */
const silenceMs = 60_000
/** Many mails at once are one look at the history. */
const gatherMs = 250

const overviewKey = ['overview'] as const
const waitingMailKey = ['waiting-mail'] as const
/** These are asked again at a pace of their own. */
const paced: readonly unknown[] = [overviewKey, waitingMailKey]

/** What has to be read anew. */
const touched = (event: LiveEvent): (readonly string[])[] => {
  switch (event.type) {
    case 'log':
      return [
        logKeys.of(event.mailboxId),
        logKeys.pages,
        logKeys.review,
        learnedKeys.of(event.mailboxId),
        ['previewed-mail', event.mailboxId],
        ['usage'],
        overviewKey,
        waitingMailKey,
      ]
    case 'mailbox':
      return [
        mailboxKeys.all,
        realTimeKeys.of(event.mailboxId),
        conditionKeys.of(event.mailboxId),
        learnedKeys.of(event.mailboxId),
        ['previewed-mail', event.mailboxId],
      ]
    case 'backfill':
      return [['backfill', event.mailboxId]]
    case 'bulk-undo':
      return [['bulk-undo', event.mailboxId]]
    case 'folders':
      return [folderKeys.of(event.mailboxId), ['folder-actions'], mailboxKeys.all]
    case 'connections':
      return [['service-connections']]
    case 'forward-addresses':
      return [['forward-addresses']]
    case 'subscription':
      return [['subscription'], ['subscription-addons'], ['usage'], ['change-preview'], overviewKey, waitingMailKey]
    case 'notification':
      return [['notifications']]
  }
}

/**
 * Keeps what the page shows in step with the server, as long as the signal is not aborted. What happened while the line was
 * down is not told again, so everything is read anew after each reconnect.
 */
export async function followEvents(client: QueryClient, signal: AbortSignal): Promise<void> {
  let failures = 0
  let connectedBefore = false
  const refresh = gathered((keys) =>
    keys.map((queryKey) =>
      client.invalidateQueries({ queryKey, refetchType: paced.includes(queryKey) ? 'none' : 'active' }),
    ),
  )

  while (!signal.aborted) {
    const line = new AbortController()
    const stop = (): void => line.abort()
    signal.addEventListener('abort', stop)
    let silence = setTimeout(stop, silenceMs)
    try {
      const response = await authorizedFetch('/api/events', {
        signal: line.signal,
        headers: { accept: 'text/event-stream' },
      })
      if (response.status === 401) return
      if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`)
      if (connectedBefore) void client.invalidateQueries()
      connectedBefore = true
      failures = 0
      const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          clearTimeout(silence)
          silence = setTimeout(stop, silenceMs)
          controller.enqueue(chunk)
        },
      })
      for await (const data of eventData(response.body.pipeThrough(heard))) {
        const event = LiveEvent.safeParse(parseJson(data))
        // A newer server may tell of things this page does not know yet.
        if (event.success) refresh(touched(event.data))
      }
    } catch {
      failures += 1
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      line.abort()
    }
    await pause(Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures, 5)), signal)
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function gathered(act: (keys: (readonly string[])[]) => unknown): (keys: (readonly string[])[]) => void {
  const waiting = new Map<string, readonly string[]>()
  return (keys) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        const due = [...waiting.values()]
        waiting.clear()
        act(due)
      }, gatherMs)
    }
    for (const key of keys) waiting.set(key.join('/'), key)
  }
}

/** Ends early when the signal is aborted, or when the browser says that the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
