import { useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BulkUndo } from '../../contract/functions/undo-sorting.ts'
import { bulkUndoQuery } from '../api/undo-sorting.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Meter } from '../ui/meter.tsx'
import { useMailboxes } from './active-mailbox.tsx'
import { onDemand } from './on-demand.tsx'
import { markUndoShown, useShownUndos } from './shown-undos.ts'
import { stateWords, undoPercent, whatWords } from './undo-words.ts'

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
        <Strip key={undo.id} undo={undo} isSaid={shown} onOpen={() => setOpened(undo.id)} />
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

interface StripProps {
  undo: BulkUndo
  /** A dialog says how it ends. */
  isSaid: boolean
  onOpen: () => void
}

function Strip({ undo, isSaid, onOpen }: StripProps) {
  const running = undo.state === 'running'
  const words = stateWords(undo)
  useEffect(() => {
    if (!running && !isSaid) announce(words)
  }, [running, isSaid, words])
  const dismiss = (): void => {
    // The button goes away, and the focus with it.
    document.querySelector<HTMLElement>('h1')?.focus()
    markUndoShown(undo.id)
  }
  return (
    <section
      aria-label="Undo"
      title={whatWords(undo)}
      className="pointer-events-auto rounded-xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float"
    >
      <div className="flex items-center gap-3">
        <Undo2 aria-hidden="true" className="size-4 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 font-medium tabular-nums">
          {running ? (undo.waiting ? 'Undo waits for Outlook' : `Undoing: ${words}`) : words}
        </p>
        <Button size="small" aria-label="Show the undo" onClick={onOpen}>
          Show
        </Button>
        {!running && <IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={dismiss} />}
      </div>
      {running && (
        <div className="mt-1.5 mr-2 mb-1">
          <Meter label="Undone so far" percent={undoPercent(undo)} tone="accent" />
        </div>
      )}
    </section>
  )
}
