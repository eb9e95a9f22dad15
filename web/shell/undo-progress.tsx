import { useEffect, useEffectEvent, useRef } from 'react'
import type { BulkUndo } from '../../contract/functions/undo-sorting.ts'
import { messageOf } from '../api/api-error.ts'
import { useChangeUndo } from '../api/undo-sorting.ts'
import { count } from '../lib/format.ts'
import { safeText } from '../lib/safe-text.ts'
import { toastError } from '../lib/toast.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Meter } from '../ui/meter.tsx'
import { Notice } from '../ui/notice.tsx'
import { markUndoShown, unmarkUndoShown } from './shown-undos.ts'
import { leftAloneWords, leftMailWords, leftTotal, stateWords, undoPercent } from './undo-words.ts'

interface UndoProgressProps {
  undo: BulkUndo
  mailboxId: string
  onClose: () => void
}

/** How far it is; once it is over what was left alone, and why. */
export function UndoProgress({ undo, mailboxId, onClose }: UndoProgressProps) {
  const { id, state, undone, waiting, leftAlone, leftMails } = undo
  const change = useChangeUndo(mailboxId)
  const words = stateWords(undo)
  const running = state === 'running'
  useSaidEnd(running, words)
  const runs = useEffectEvent(() => running)
  useEffect(() => {
    markUndoShown(id)
    return () => {
      if (runs()) unmarkUndoShown(id)
    }
  }, [id])
  const left = leftTotal(undo)
  const stop = (): void =>
    change.mutate({ action: 'cancel' }, { onError: (error) => toastError('Stopping failed', messageOf(error)) })
  return (
    <>
      <p className="mb-2 font-medium">{words}</p>
      {running && <Meter label="Undone" percent={undoPercent(undo)} tone="accent" />}
      {running && (
        <p className="mt-3 text-pretty text-muted">
          {waiting
            ? 'Outlook does not take calls for this mailbox right now. It goes on by itself as soon as it does.'
            : 'It goes on when you close this page.'}
        </p>
      )}
      {left > 0 && (
        <section aria-label="Left alone" className="mt-4">
          <h3 className="font-semibold">Left alone ({count(left, 'email')})</h3>
          <ul className="mt-1.5 list-disc space-y-1 pl-5">
            {leftAlone.map(({ reason, mails }) => (
              <li key={reason}>
                {count(mails, 'email')}: {leftAloneWords[reason]}
              </li>
            ))}
          </ul>
          {leftMails.length > 0 && (
            <ul
              aria-label="Emails that were left alone"
              className="mt-3 divide-y divide-line rounded-lg border border-line"
            >
              {leftMails.map((mail) => (
                <LeftMail key={mail.logId} mail={mail} />
              ))}
            </ul>
          )}
        </section>
      )}
      {!running && undone > 0 && (
        <div className="mt-4">
          <Notice tone="neutral">
            The sorter has learned from them without making a rule. What automated actions had done stays done.
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {running && (
          <Button tone="quiet" busy={change.isPending} onClick={stop}>
            {change.isPending ? 'Stopping...' : 'Stop'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  )
}

/** Subject and sender were written by a stranger: shown as text, on one line, cut. */
function LeftMail({ mail: { subject, fromName, fromAddress, reason } }: { mail: BulkUndo['leftMails'][number] }) {
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-2">
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-left">
          {safeText(subject ?? '') || 'No subject'}
        </span>
        <span dir="auto" className="block truncate text-left text-muted">
          {safeText(fromName || fromAddress || '') || 'Unknown sender'}
        </span>
      </span>
      <span className="shrink-0 text-muted">{leftMailWords[reason]}</span>
    </li>
  )
}

/** Whoever does not see the page hears when it ends. */
function useSaidEnd(running: boolean, words: string): void {
  const wasRunning = useRef(running)
  useEffect(() => {
    if (wasRunning.current && !running) announce(words)
    wasRunning.current = running
  }, [running, words])
}
