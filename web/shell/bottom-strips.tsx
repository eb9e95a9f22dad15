import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { bulkUndoQuery } from '../api/undo-sorting.ts'
import { useMailboxes } from '../features/mailbox/active-mailbox.tsx'
import { useShownUndos } from '../features/undo/shown-undos.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'

// Loaded on demand: bulk undos are rare.
const UndoStrip = onDemand(async () => (await import('../features/undo/undo-strip.tsx')).UndoStrip, { failed: 'quiet' })
const UndoDialog = onDemand(async () => (await import('../features/undo/undo-dialog.tsx')).UndoDialog, {
  failed: ({ onClose }) => onClose(),
})

/**
 * Strips at the bottom of every screen: that the device is offline, and running and finished bulk undos whose dialog is
 * closed.
 */
export function BottomStrips() {
  const { list } = useMailboxes()
  return (
    <div
      className={cx(
        'pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-md flex-col gap-2',
        'max-lg:bottom-[calc(5rem+env(safe-area-inset-bottom))]',
        'max-lg:short:bottom-4',
      )}
    >
      <OfflineStrip />
      {list.map((mailbox) => (
        <MailboxUndo key={mailbox.id} mailbox={mailbox} />
      ))}
    </div>
  )
}

function MailboxUndo({ mailbox: { id: mailboxId, is_undoing = true } }: { mailbox: Mailbox }) {
  const { data: undo } = useQuery({
    ...bulkUndoQuery(mailboxId),
    // One that has just ended is read once more.
    enabled: ({ state }) => is_undoing || state.data?.state === 'running',
  })
  const [seenRunning, setSeenRunning] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const shown = useShownUndos().has(undo?.id ?? '')
  if (undo?.state === 'running' && undo.id !== seenRunning) setSeenRunning(undo.id)
  return (
    <>
      {undo && undo.id === seenRunning && (undo.state === 'running' || !shown) && (
        <UndoStrip key={undo.id} undo={undo} isShownInDialog={shown} onOpen={() => setOpened(undo.id)} />
      )}
      {opened !== null && (
        <UndoDialog
          mailboxId={mailboxId}
          what={null}
          following={opened}
          title={t('Undo')}
          about={t('Emails that were sorted')}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function subscribe(listener: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('online', listener, { signal })
  addEventListener('offline', listener, { signal })
  return () => listeners.abort()
}

/** Says that the device is offline, until it is back. */
function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="empty:hidden">
      {!isOnline && (
        <span
          className={'flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-sm shadow-float'}
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <span>{t('You are offline. Email is still sorted; this page is updated when you are back online.')}</span>
        </span>
      )}
    </output>
  )
}
