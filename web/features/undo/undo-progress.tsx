import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { BulkUndo } from '../../../contract/functions/undo-sorting.ts'
import { messageOf } from '../../api/api-error.ts'
import { useChangeUndo } from '../../api/undo-sorting.ts'
import { useProduct } from '../../api/product.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { toastError } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { markUndoShown, unmarkUndoShown } from './shown-undos.ts'
import {
  notUndoneCount,
  notUndoneMessageTexts,
  notUndoneReasonTexts,
  undoPercent,
  undoStateText,
} from './undo-texts.ts'

interface UndoProgressProps {
  undo: BulkUndo
  mailboxId: string
  onClose: () => void
}

/** Progress of a bulk undo; after its end, which messages were not moved back and why. */
export function UndoProgress({ undo, mailboxId, onClose }: UndoProgressProps) {
  const { id, state, undone, waiting } = undo
  const change = useChangeUndo(mailboxId)
  const { name } = useProduct()
  const stateText = undoStateText(undo)
  const running = state === 'running'
  useAnnouncedEnd(running, stateText)
  const closeButton = useRef<HTMLButtonElement>(null)
  // Before the dialog focuses its first button, which would be “Stop”.
  useLayoutEffect(() => closeButton.current?.focus(), [])
  const isRunning = useEffectEvent(() => running)
  useEffect(() => {
    markUndoShown(id)
    return () => {
      if (isRunning()) unmarkUndoShown(id)
    }
  }, [id])
  const stop = (): void =>
    change.mutate({ action: 'cancel' }, { onError: (error) => toastError(t('Stopping failed'), messageOf(error)) })
  return (
    <>
      <p className="mb-2 font-medium">{stateText}</p>
      {running && <Meter label={t('Undone')} percent={undoPercent(undo)} tone="accent" />}
      {running && (
        <p className="mt-3 text-pretty text-muted">
          {waiting
            ? t('The mailbox accepts no requests right now. The undo continues automatically as soon as it does.')
            : t('It continues when you close this page.')}
        </p>
      )}
      <NotUndoneMessages undo={undo} />
      {!running && undone > 0 && (
        <div className="mt-4">
          <Notice tone="neutral">
            {t('{name} has learned from them without making a rule. What automated actions had done stays done.', {
              name,
            })}
          </Notice>
        </div>
      )}
      <DialogFooter>
        {running && (
          <Button tone="quiet" busy={change.isPending} onClick={stop}>
            {change.isPending ? t('Stopping...') : t('Stop')}
          </Button>
        )}
        <Button ref={closeButton} onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Announces the end of the undo to screen readers. */
function useAnnouncedEnd(running: boolean, resultText: string): void {
  const wasRunning = useRef(running)
  useEffect(() => {
    if (wasRunning.current && !running) announce(resultText)
    wasRunning.current = running
  }, [running, resultText])
}

/** Messages that a bulk undo did not move back, with the reasons. */
function NotUndoneMessages({ undo }: { undo: BulkUndo }) {
  const count = notUndoneCount(undo)
  if (count === 0) return null
  return (
    <section aria-label={t('Not moved')} className="mt-4">
      <h3 className="font-semibold">{tn(count, 'Not moved ({count} email)', 'Not moved ({count} emails)')}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {undo.leftAlone.map(({ reason, mails }) => (
          <li key={reason}>
            {tn(mails, '{count} email: {reason}', '{count} emails: {reason}', {
              reason: t(notUndoneReasonTexts[reason]),
            })}
          </li>
        ))}
      </ul>
      {undo.leftMails.length > 0 && (
        <ul
          aria-label={t('Emails that were not moved')}
          className="mt-3 divide-y divide-line rounded-lg border border-line"
        >
          {undo.leftMails.map((message) => (
            <NotUndoneMessage key={message.logId} message={message} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NotUndoneMessage({ message }: { message: BulkUndo['leftMails'][number] }) {
  const { subject, fromName, fromAddress, reason } = message
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-2">
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-left">
          {safeText(subject ?? '') || t('No subject')}
        </span>
        <span dir="auto" className="block truncate text-left text-muted">
          {safeText(fromName || fromAddress || '') || t('Unknown sender')}
        </span>
      </span>
      <span className="shrink-0 text-muted">{t(notUndoneMessageTexts[reason])}</span>
    </li>
  )
}
