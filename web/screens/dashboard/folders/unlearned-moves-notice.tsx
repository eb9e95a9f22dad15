import type { EmailFolder } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useDecideAboutMoves } from '../../../api/learned-mail.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { toastError } from '../../../lib/toast.ts'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface Place {
  /** Undefined: the inbox. */
  folder: EmailFolder | undefined
  count: number
}

/** Moves of many emails at once: nothing was learned from them, and the user decides whether it should be. */
export function UnlearnedMovesNotice({ mailboxId, places }: { mailboxId: string; places: readonly Place[] }) {
  // Here, because the line of a place disappears with the response.
  const { mutate, isPending, variables } = useDecideAboutMoves(mailboxId)
  const decide = (folderId: string | null, learn: boolean): void =>
    mutate(
      { folderId, learn },
      {
        onSuccess: () => {
          // The pressed button is removed with its line.
          document.querySelector<HTMLElement>('h1')?.focus()
          announce(learn ? t('What was moved is learned now') : t('Nothing is learned from it'))
        },
        onError: (error) => toastError(t('Update Failed'), errorMessageOr(error, t('Please try again.'))),
      },
    )
  if (places.length === 0) return null
  return (
    <div className="space-y-3 px-5 pb-4">
      {places.map(({ folder, count }) => {
        const folderId = folder?.id ?? null
        const isOwn = isPending && variables.folderId === folderId
        return (
          <UnlearnedMoves
            key={folderId}
            name={folder ? folderName(folder) : null}
            count={count}
            disabled={isPending}
            busy={isOwn ? (variables.learn ? 'learn' : 'dismiss') : null}
            onDecide={(learn) => decide(folderId, learn)}
          />
        )
      })}
    </div>
  )
}

interface UnlearnedMovesProps {
  /** Of the folder; null: the inbox. */
  name: string | null
  count: number
  disabled: boolean
  busy: 'learn' | 'dismiss' | null
  onDecide: (learn: boolean) => void
}

function UnlearnedMoves({ name, count, disabled, busy, onDecide }: UnlearnedMovesProps) {
  const place = name ?? t('Inbox')
  return (
    <Notice tone="neutral">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          {name === null
            ? tn(
                count,
                'You moved {count} email back to the inbox at once. Nothing was learned from that.',
                'You moved {count} emails back to the inbox at once. Nothing was learned from that.',
              )
            : tn(
                count,
                'You moved {count} email to “{folder}” at once. Nothing was learned from that.',
                'You moved {count} emails to “{folder}” at once. Nothing was learned from that.',
                { folder: name },
              )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={busy === 'dismiss'}
            disabled={disabled && busy !== 'dismiss'}
            aria-label={t('Do not learn: {place}', { place })}
            onClick={() => onDecide(false)}
          >
            {t('Do Not Learn')}
          </Button>
          <Button
            size="small"
            busy={busy === 'learn'}
            disabled={disabled && busy !== 'learn'}
            aria-label={t('Learn from them: {place}', { place })}
            onClick={() => onDecide(true)}
          >
            {t('Learn from Them')}
          </Button>
        </div>
      </div>
    </Notice>
  )
}
