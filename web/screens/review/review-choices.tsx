import { useQuery } from '@tanstack/react-query'
import { actingFoldersQuery } from '../../api/acting-folders.ts'
import type { EmailAction } from '../../features/mail/email-actions.tsx'
import { withoutActionsText } from '../../features/mail/group-texts.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { useHasSingleKeys } from '../../ui/single-keys.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ReviewActions } from './review-actions.ts'
import type { ReviewRow } from './review-rows.ts'
import { choiceHeight, choicesGrid, OtherDestinationsSkeleton } from './review-skeleton.tsx'
import type { useDestinations } from './use-review-destinations.ts'

interface ReviewChoicesProps {
  row: ReviewRow
  actions: ReviewActions
  destinationsQuery: ReturnType<typeof useDestinations>
}

/** The answers as buttons, with their keys. */
export function ReviewChoices({ row, actions, destinationsQuery }: ReviewChoicesProps) {
  const { primary, answers, folders, ofSender } = actions
  const { destinations, failed, isFetching, refetch } = destinationsQuery
  const isGroup = row.emails.length > 1
  const hasKeys = useHasSingleKeys()
  const grid = choicesGrid(isGroup)
  return (
    <div className="min-w-0 space-y-4">
      <div className={grid}>
        {!primary && <Skeleton className={cx(choiceHeight, 'col-span-2 w-full')} />}
        {answers.map((action) => (
          // Another button where it does something else: Enter on the focused one would undo what it has just done.
          <Choice key={action.text} action={action} hasKey={hasKeys} isPrimary={action === primary} />
        ))}
      </div>
      {failed ? (
        <FoldersUnavailable busy={isFetching} onRetry={() => void refetch()} />
      ) : !destinations ? (
        <>
          <output className="sr-only">{t('Loading folders...')}</output>
          <OtherDestinationsSkeleton isGroup={isGroup} />
        </>
      ) : (
        folders.length > 0 && (
          <fieldset className={grid}>
            <legend className="mb-2 text-xs text-muted">{t('Or put into')}</legend>
            {folders.map((action) => (
              <Choice key={action.key} action={action} hasKey={hasKeys} />
            ))}
          </fieldset>
        )
      )}
      {ofSender && (
        <div className={grid}>
          <Choice action={ofSender} hasKey={hasKeys} />
        </div>
      )}
      {(isGroup || ofSender) && <WithoutActions mailboxId={row.group.mailboxId} />}
    </div>
  )
}

/** Unlike the answer about one email, that about a group runs no actions. */
function WithoutActions({ mailboxId }: { mailboxId: string }) {
  const { data: acting } = useQuery(actingFoldersQuery(mailboxId))
  if (!acting || acting.length === 0) return null
  return <p className="text-xs text-muted">{t(withoutActionsText)}</p>
}

const FoldersUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <Notice tone="bad" role="alert">
    {t('There was an error loading your email folders. Please try again.')}
    <div className="mt-2">
      <RetryButton size="small" busy={busy} onRetry={onRetry} />
    </div>
  </Notice>
)

interface ChoiceProps {
  action: EmailAction
  hasKey: boolean
  /** Enter gives this answer. */
  isPrimary?: boolean
}

const Choice = ({ action: { key, text, name, run }, hasKey, isPrimary = false }: ChoiceProps) => (
  <Button
    tone={isPrimary ? 'primary' : 'secondary'}
    className={cx(
      choiceHeight,
      'min-w-0! justify-start! px-3! text-left!',
      (isPrimary || key === '1' || key === 'A') && 'col-span-2',
    )}
    aria-label={name === text ? undefined : name}
    aria-keyshortcuts={hasKey ? (isPrimary ? `Enter E ${key}` : key) : undefined}
    title={name}
    onClick={run}
  >
    {hasKey && <KeyCap>{key}</KeyCap>}
    <bdi className="min-w-0 flex-1 truncate">{text}</bdi>
    {hasKey && isPrimary && <KeyCap>Enter</KeyCap>}
  </Button>
)
