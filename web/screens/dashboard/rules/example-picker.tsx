import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LearnExamplesInput, LearnExamplesOutput } from '../../../../contract/functions/learn-examples.ts'
import type { RecentEmail } from '../../../../contract/functions/preview-instructions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useLearnExamples } from '../../../api/preview-instructions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { type PickedExamples, pickedExamplesQuery } from './picked-examples.ts'
import { reasonText, usePlaceText } from './preview-texts.tsx'
import { t, tn } from '../../../texts/translate.ts'

interface ExamplePickerProps {
  folder: EmailFolder
  emails: readonly RecentEmail[]
}

/** Emails that nearly match: the user picks those that belong into the folder, and it learns from them. */
export function ExamplePicker({ folder, emails }: ExamplePickerProps) {
  const placeText = usePlaceText(folder.mailbox_id)
  const examples = usePickedExamples(folder)
  // Emails that a newer preview does not offer any more are not picked.
  const chosen = emails.map(({ messageId }) => messageId).filter((id) => examples.picked.includes(id))
  return (
    <>
      {examples.learned && <LearnedNotice examples={examples} count={examples.learned.length} />}
      {/* The classifier is trained again by a job. */}
      {examples.isRetracted && <p className="mt-3">{t('Undone. The preview shows it in about a minute.')}</p>}
      {emails.length > 0 && (
        <fieldset className="mt-3">
          <legend className="font-semibold">{t('Closest emails: do any of them belong here?')}</legend>
          {emails.map((email) => (
            <div key={email.messageId} className="py-1.5">
              <label className="flex cursor-pointer items-start gap-2.5">
                <input
                  type="checkbox"
                  checked={examples.picked.includes(email.messageId)}
                  onChange={(event) => examples.toggle(email.messageId, event.target.checked)}
                  className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-accent"
                />
                <span dir="auto" className="min-w-0 text-left wrap-anywhere">
                  {email.subject || t('No subject')}
                </span>
              </label>
              <p className="ml-7 text-muted">
                {email.from && <bdi className="mr-2 wrap-anywhere">{email.from}</bdi>}
                {reasonText(email, placeText(email.after))}
              </p>
            </div>
          ))}
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Button
              size="small"
              paused={chosen.length === 0}
              busy={examples.isLearning}
              onClick={() => examples.learn(chosen)}
            >
              {chosen.length > 1 ? t('Learn From These {count}', { count: chosen.length }) : t('Learn From This Email')}
            </Button>
            <span className="text-muted">
              {t('Email from their senders comes here from then on. Nothing is moved.')}
            </span>
          </div>
        </fieldset>
      )}
    </>
  )
}

type Action = LearnExamplesInput['action']

/** The picks of this editor: learned at once, and moved or retracted if the user asks for it. */
function usePickedExamples({ id: folderId, mailbox_id }: EmailFolder) {
  const client = useQueryClient()
  const { data } = useQuery(pickedExamplesQuery(folderId))
  const { mutateAsync, isPending, variables } = useLearnExamples(mailbox_id)
  const change = (next: (before: PickedExamples) => Partial<PickedExamples>): void => {
    client.setQueryData<PickedExamples>(pickedExamplesQuery(folderId).queryKey, (before = data) => ({
      ...before,
      ...next(before),
    }))
  }
  // Awaited, because callbacks of `mutate` are lost where the preview is mounted again meanwhile.
  const call = async (
    action: Action,
    messageIds: readonly string[],
    onDone: (result: LearnExamplesOutput) => void,
  ): Promise<void> => {
    try {
      onDone(await mutateAsync({ action, folderId, messageIds: [...messageIds] }))
    } catch (error) {
      toastError(t('Update Failed'), errorMessageOr(error, t('Please try again.')))
    }
  }
  return {
    ...data,
    isLearning: isPending && variables.action === 'learn',
    isMoving: isPending && variables.action === 'move',
    isRetracting: isPending && variables.action === 'take-back',
    toggle: (id: string, on: boolean): void =>
      change(({ picked }) => ({ picked: on ? [...picked, id] : picked.filter((one) => one !== id) })),
    learn: (messageIds: readonly string[]): void =>
      void call('learn', messageIds, ({ outcomes }) => {
        const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ messageId }) => messageId)
        if (done.length === 0) return toastError(t('Update Failed'), t('This email is no longer in your mailbox.'))
        // What was moved is undone in the history; what was only learned is retracted together.
        change(({ learned, isMoved }) => ({
          picked: [],
          learned: [...new Set([...(isMoved ? [] : (learned ?? [])), ...done])],
          isMoved: false,
          isRetracted: false,
        }))
        announce(tn(done.length, 'Learned from {count} email', 'Learned from {count} emails'))
      }),
    move: (): void =>
      void call('move', data.learned ?? [], ({ outcomes }) => {
        if (outcomes.some(({ outcome }) => outcome === 'gone' || outcome === 'busy'))
          return toastError(
            t('Not everything was moved'),
            t('Some emails are gone or being moved. The history shows which.'),
          )
        change(() => ({ isMoved: true }))
        announce(t('Emails moved'))
      }),
    retract: (): void =>
      void call('take-back', data.learned ?? [], () => {
        change(() => ({ learned: null, isRetracted: true }))
        announce(t('Undone'))
      }),
  }
}

interface LearnedNoticeProps {
  examples: ReturnType<typeof usePickedExamples>
  count: number
}

const LearnedNotice = ({ examples: { isMoved, isMoving, isRetracting, move, retract }, count }: LearnedNoticeProps) => (
  <div className="mt-3 rounded-lg bg-good-soft px-3 py-2">
    <p>
      {isMoved
        ? tn(
            count,
            'Learned from {count} email and moved here. Undo it in the history.',
            'Learned from {count} emails and moved here. Undo it in the history.',
          )
        : tn(
            count,
            'Learned from {count} email. It stays where it is.',
            'Learned from {count} emails. They stay where they are.',
          )}
    </p>
    {!isMoved && (
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" busy={isMoving} paused={isRetracting} onClick={move}>
          {count === 1 ? t('Move It Too') : t('Move Them Too')}
        </Button>
        <Button size="small" tone="quiet" busy={isRetracting} paused={isMoving} onClick={retract}>
          {t('Undo')}
        </Button>
      </div>
    )}
  </div>
)
