import { FolderInput, FolderSymlink, Inbox } from 'lucide-react'
import { useState } from 'react'
import { maxSendersPerCall } from '../../../contract/limits.ts'
import { messageOf } from '../../api/api-error.ts'
import { useChangeSenders, useFileSenders, usePlaceSenders } from '../../api/senders.ts'
import { ChooseFolderDialog } from '../../features/mail/choose-folder-dialog.tsx'
import { reportFiled } from '../../features/mail/file-sender.ts'
import { StatusLine } from '../../features/mail/press-lines.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'

interface SelectedSendersProps {
  mailboxId: string
  addresses: readonly string[]
  onClear: () => void
}

interface Place {
  /** Null: the inbox. */
  id: string | null
  name: string
}

const barClasses =
  'sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-b-xl border-t border-line ' +
  'bg-surface px-5 py-3 shadow-float max-lg:bottom-16'

/** What to do with the selected senders, and the choices made in this window, each with its undo. */
export function SelectedSenders({ mailboxId, addresses, onClear }: SelectedSendersProps) {
  const [dialog, setDialog] = useState<'always' | 'file' | null>(null)
  const { made, place, takeBack } = useChoices(mailboxId, onClear)
  const { file, isFiling } = useFiling(mailboxId, onClear)
  const count = addresses.length
  const isTooMany = count > maxSendersPerCall
  return (
    <>
      {made.length > 0 && (
        <ul aria-label={t('Chosen now')} className="border-t border-line px-5 py-2">
          {made.map(({ id, text, isUndoing }) => (
            <li key={id}>
              <StatusLine
                text={text}
                isBusy={isUndoing}
                isUndoing={isUndoing}
                undoName={t('Undo: {group}', { group: text })}
                onUndo={() => takeBack(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <section aria-label={t('The selected senders')} className={barClasses}>
          <p className="mr-auto text-sm font-medium max-sm:w-full">
            {isTooMany
              ? t('{count} selected: choose at most {max} at a time', { count, max: maxSendersPerCall })
              : tn(count, '{count} sender selected', '{count} senders selected')}
          </p>
          <Button
            size="small"
            icon={<FolderSymlink aria-hidden="true" />}
            disabled={isTooMany}
            onClick={() => setDialog('always')}
          >
            {t('Always to a Folder…')}
          </Button>
          <Button
            size="small"
            icon={<Inbox aria-hidden="true" />}
            disabled={isTooMany}
            onClick={() => place(addresses, { id: null, name: t('Inbox') })}
          >
            {t('Always Keep in the Inbox')}
          </Button>
          <Button
            size="small"
            icon={<FolderInput aria-hidden="true" />}
            disabled={isTooMany}
            busy={isFiling}
            onClick={() => setDialog('file')}
          >
            {t('File What Is There…')}
          </Button>
          <Button size="small" tone="quiet" onClick={onClear}>
            {t('Clear Selection')}
          </Button>
        </section>
      )}
      {dialog && (
        <ChooseFolderDialog
          mailboxId={mailboxId}
          title={dialog === 'always' ? t('Always to a Folder…') : t('File What Is There…')}
          description={
            dialog === 'always'
              ? tn(
                  count,
                  'From now on, the emails of {count} sender go there. Emails that you have already are not moved.',
                  'From now on, the emails of {count} senders go there. Emails that you have already are not moved.',
                )
              : tn(
                  count,
                  'Moves the emails of {count} sender that are in your inbox. You can undo it for a day.',
                  'Moves the emails of {count} senders that are in your inbox. You can undo it for a day.',
                )
          }
          // Their emails may be in several folders: only where all are in the inbox, it cannot be chosen.
          currentFolderId={dialog === 'file' ? null : ''}
          chooseLabel={dialog === 'always' ? t('Choose') : t('Move')}
          onClose={() => setDialog(null)}
          onChoose={({ id, name }) => {
            setDialog(null)
            if (dialog === 'always') place(addresses, { id, name })
            else if (id !== null) file(addresses, { id, name })
          }}
        />
      )}
    </>
  )
}

interface Choice {
  id: string
  text: string
  isUndoing: boolean
}

/** Where the emails of senders go from now on. */
function useChoices(mailboxId: string, onChosen: () => void) {
  const placing = usePlaceSenders(mailboxId)
  const changing = useChangeSenders(mailboxId)
  const [made, setMade] = useState<readonly Choice[]>([])
  const takeBack = async (id: string): Promise<void> => {
    const mark = (isUndoing: boolean): void =>
      setMade((before) => before.map((each) => (each.id === id ? { ...each, isUndoing } : each)))
    mark(true)
    try {
      await changing.mutateAsync({ action: 'take-back', choiceId: id })
      setMade((before) => before.filter((each) => each.id !== id))
      announce(t('Undone'))
    } catch (error) {
      mark(false)
      toastError(t('Undo failed'), messageOf(error))
    }
  }
  const place = async (addresses: readonly string[], to: Place): Promise<void> => {
    try {
      const id = await placing.mutateAsync({ addresses: [...addresses], folderId: to.id })
      const text =
        to.id === null
          ? tn(
              addresses.length,
              'The emails of {count} sender stay in the inbox.',
              'The emails of {count} senders stay in the inbox.',
            )
          : tn(
              addresses.length,
              'The emails of {count} sender go to “{folder}”.',
              'The emails of {count} senders go to “{folder}”.',
              { folder: safeText(to.name) },
            )
      setMade((before) => [...before, { id, text, isUndoing: false }])
      toastSuccess(t('Saved'), text, { label: t('Undo'), run: () => void takeBack(id) })
      onChosen()
    } catch (error) {
      toastError(t('Update Failed'), messageOf(error))
    }
  }
  return {
    made,
    place: (addresses: readonly string[], to: Place): void => void place(addresses, to),
    takeBack: (id: string): void => void takeBack(id),
  }
}

/** Moves what senders have in the inbox; the presses are listed below with their progress and undo. */
function useFiling(mailboxId: string, onFiled: () => void) {
  const { mutate, isPending } = useFileSenders(mailboxId)
  return {
    isFiling: isPending,
    file: (addresses: readonly string[], { id, name }: { id: string; name: string }): void =>
      mutate(
        { addresses: [...addresses], folderId: id },
        {
          onSuccess: (filed) => {
            reportFiled(filed, name)
            if (filed.emails > 0) onFiled()
          },
          onError: (error) => toastError(t('Move failed'), messageOf(error)),
        },
      ),
  }
}
