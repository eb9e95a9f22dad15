import { Undo2, X } from 'lucide-react'
import { useEffect } from 'react'
import type { BulkUndo } from '../../contract/functions/undo-sorting.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Meter } from '../ui/meter.tsx'
import { markUndoShown } from './shown-undos.ts'
import { stateWords, undoPercent, whatWords } from './undo-words.ts'

interface UndoStripProps {
  undo: BulkUndo
  /** A dialog says how it ends. */
  isSaid: boolean
  onOpen: () => void
}

/** How far one undo of many is, and then what came of it. */
export function UndoStrip({ undo, isSaid, onOpen }: UndoStripProps) {
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
