import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkUndoQuery } from '../api/undo-sorting.ts'
import { useMailboxes } from './active-mailbox.tsx'
import { onDemand } from './on-demand.tsx'
import { useShownUndos } from './shown-undos.ts'

// Hardly ever is anything being undone.
const UndoStrip = onDemand(async () => (await import('./undo-strip.tsx')).UndoStrip, { failed: 'quiet' })
const UndoDialog = onDemand(async () => (await import('./undo-dialog.tsx')).UndoDialog, {
  failed: ({ onClose }) => onClose(),
})

/** On every screen, over its lower edge, so that nothing moves: what is being undone while its dialog is closed, and what came of it. */
export function UndoStrips() {
  const { list } = useMailboxes()
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-md flex-col gap-2 max-lg:bottom-[calc(5rem+env(safe-area-inset-bottom))]">
      {list.map(({ id }) => (
        <OfMailbox key={id} mailboxId={id} />
      ))}
    </div>
  )
}

function OfMailbox({ mailboxId }: { mailboxId: string }) {
  const { data: undo } = useQuery(bulkUndoQuery(mailboxId))
  const [seenRunning, setSeenRunning] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const shown = useShownUndos().has(undo?.id ?? '')
  if (undo?.state === 'running' && undo.id !== seenRunning) setSeenRunning(undo.id)
  return (
    <>
      {undo && undo.id === seenRunning && (undo.state === 'running' || !shown) && (
        <UndoStrip key={undo.id} undo={undo} isSaid={shown} onOpen={() => setOpened(undo.id)} />
      )}
      {opened !== null && (
        <UndoDialog
          mailboxId={mailboxId}
          what={null}
          following={opened}
          title="Undo"
          about="Emails that were sorted"
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
