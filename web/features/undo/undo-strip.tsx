import { Undo2, X } from 'lucide-react'
import { useEffect } from 'react'
import type { BulkUndo } from '../../../contract/functions/undo-sorting.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { markUndoShown } from './shown-undos.ts'
import { undoStateText, undoPercent, undoScopeText } from './undo-texts.ts'

interface UndoStripProps {
  undo: BulkUndo
  /** The dialog announces the end. */
  isShownInDialog: boolean
  onOpen: () => void
}

/** Progress and result of one bulk undo. */
export function UndoStrip({ undo, isShownInDialog, onOpen }: UndoStripProps) {
  const running = undo.state === 'running'
  const stateText = undoStateText(undo)
  useEffect(() => {
    if (!running && !isShownInDialog) announce(stateText)
  }, [running, isShownInDialog, stateText])
  const dismiss = (): void => {
    // The focused button is removed.
    document.querySelector<HTMLElement>('h1')?.focus()
    markUndoShown(undo.id)
  }
  return (
    <section
      aria-label={t('Undo')}
      title={undoScopeText(undo)}
      className="pointer-events-auto rounded-xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float"
    >
      <div className="flex items-center gap-3">
        <Undo2 aria-hidden="true" className="size-4 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 font-medium tabular-nums">
          {running
            ? undo.waiting
              ? t('Undo waits for the mailbox')
              : t('Undoing: {state}', { state: stateText })
            : stateText}
        </p>
        <Button size="small" aria-label={t('Show the undo')} onClick={onOpen}>
          {t('Show')}
        </Button>
        {!running && <IconButton label={t('Dismiss')} icon={<X aria-hidden="true" />} onClick={dismiss} />}
      </div>
      {running && (
        <div className="mt-1.5 mr-2 mb-1">
          <Meter label={t('Undone so far')} percent={undoPercent(undo)} tone="accent" />
        </div>
      )}
    </section>
  )
}
