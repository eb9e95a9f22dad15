import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ProposedInstructions } from '../../../../contract/functions/propose-instructions.ts'
import { instructionsMaxLength } from '../../../../contract/limits.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { type ProposalAnswer, useAnswerProposals } from '../../../api/proposals.ts'
import { focusAtEnd } from '../../../lib/focus-at-end.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { toastError } from '../../../lib/toast.ts'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'

interface ProposalsCardProps {
  mailboxId: string
  /** The user opened the card with a button that is gone: the heading gets the focus. */
  takesFocus: boolean
  proposals: readonly ProposedInstructions[]
}

/** Few, so that the folders below stay visible. */
const proposalsInitialLength = 3

export function ProposalsCard({ mailboxId, takesFocus, proposals }: ProposalsCardProps) {
  const [all, setAll] = useState(false)
  // One line at first, so that the folders below stay visible.
  const [isExpanded, setIsExpanded] = useState(takesFocus)
  const heading = useRef<HTMLSpanElement>(null)
  const listId = useId()
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const { isPending, acceptAll, accept, dismiss, nameOf } = useProposalAnswers(mailboxId, () => {
    const next = heading.current ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
  })
  const shown = all ? proposals : proposals.slice(0, proposalsInitialLength)

  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          {t('Suggested Instructions')}
        </span>
      }
      description={
        isExpanded &&
        t('Created from the emails that are already in these folders. Nothing is saved until you accept it.')
      }
      actions={
        <>
          {isExpanded && proposals.length > 1 && (
            <Button tone="primary" busy={isPending} onClick={() => acceptAll(proposals)}>
              {shown.length === proposals.length
                ? t('Accept All')
                : t('Accept All {count}', { count: proposals.length })}
            </Button>
          )}
          <Button aria-expanded={isExpanded} aria-controls={listId} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t('Hide') : tn(proposals.length, 'Show {count} suggestion', 'Show {count} suggestions')}
          </Button>
        </>
      }
    >
      <ul id={listId} hidden={!isExpanded} className="divide-y divide-line border-t border-line">
        {shown.map((proposal) => (
          <ProposalRow
            key={proposal.folderId}
            name={nameOf(proposal.folderId)}
            proposal={proposal}
            busy={isPending}
            onAccept={(instructions) => accept(proposal.folderId, instructions)}
            onDismiss={() => dismiss(proposal.folderId)}
          />
        ))}
      </ul>
      {isExpanded && proposals.length > proposalsInitialLength && (
        <div className="border-t border-line px-2.5 py-2">
          <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('Show Fewer') : t('Show All {count}', { count: proposals.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** @param onAnswered called after a success, when the row (and after the last one the card) is removed */
function useProposalAnswers(mailboxId: string, onAnswered: () => void) {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const answers = useAnswerProposals(mailboxId)
  const nameOf = (id: string): string => {
    const found = folders.find((each) => each.id === id)
    return found ? folderName(found) : t('A folder')
  }
  // Awaited: the callbacks of `mutate` do not run once the card is unmounted.
  const send = async (answer: ProposalAnswer, announcement: string): Promise<void> => {
    try {
      await answers.mutateAsync(answer)
    } catch (error) {
      return toastError(
        t('Update Failed'),
        errorMessageOr(error, t('Failed to update folder settings. Please try again.')),
      )
    }
    announce(announcement)
    onAnswered()
  }
  return {
    isPending: answers.isPending,
    nameOf,
    acceptAll: (proposals: readonly ProposedInstructions[]): void => {
      const accepted = proposals.map(({ folderId, instructions }) => ({ folderId, instructions }))
      void send(
        { action: 'accept', accepted },
        tn(proposals.length, 'Instructions of {count} folder saved', 'Instructions of {count} folders saved'),
      )
    },
    accept: (folderId: string, instructions: string): void => {
      const accepted = [{ folderId, instructions }]
      void send({ action: 'accept', accepted }, t('Instructions of {folder} saved', { folder: nameOf(folderId) }))
    },
    dismiss: (folderId: string): void =>
      void send({ action: 'dismiss', folderId }, t('Suggestion for {folder} dismissed', { folder: nameOf(folderId) })),
  }
}

interface ProposalRowProps {
  name: string
  proposal: ProposedInstructions
  busy: boolean
  onAccept: (instructions: string) => void
  onDismiss: () => void
}

function ProposalRow({ name, proposal, busy, onAccept, onDismiss }: ProposalRowProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const text = (edited ?? proposal.instructions).trim()
  return (
    <li className="flex flex-col gap-3 px-5 py-4 text-sm lg:flex-row lg:items-start">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">
          <bdi className="wrap-anywhere">{name}</bdi>
        </h3>
        {edited === null ? (
          <p dir="auto" className="mt-1 text-left text-pretty wrap-anywhere">
            {proposal.instructions}
          </p>
        ) : (
          <div className="mt-2">
            <TextAreaField
              label={t('Suggested instructions for {name}', { name })}
              ref={focusAtEnd}
              value={edited}
              maxLength={instructionsMaxLength}
              onChange={setEdited}
            />
          </div>
        )}
        <p className="mt-1 text-pretty text-muted">{accuracyText(proposal)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={t('Accept the suggestion for {name}', { name })}
          busy={busy}
          disabled={text === ''}
          onClick={() => onAccept(text)}
        >
          {t('Accept')}
        </Button>
        <EditButton
          name={name}
          isEditing={edited !== null}
          onEdit={() => setEdited(proposal.instructions)}
          onCancel={() => setEdited(null)}
        />
        <Button
          size="small"
          tone="quiet"
          aria-label={t('Dismiss the suggestion for {name}', { name })}
          busy={busy}
          onClick={onDismiss}
        >
          {t('Dismiss')}
        </Button>
      </div>
    </li>
  )
}

interface EditButtonProps {
  name: string
  isEditing: boolean
  onEdit: () => void
  onCancel: () => void
}

const EditButton = ({ name, isEditing, onEdit, onCancel }: EditButtonProps) =>
  isEditing ? (
    <Button size="small" aria-label={t('Cancel editing the suggestion for {name}', { name })} onClick={onCancel}>
      {t('Cancel')}
    </Button>
  ) : (
    <Button size="small" aria-label={t('Edit the suggestion for {name}', { name })} onClick={onEdit}>
      {t('Edit')}
    </Button>
  )

/** Accuracy as measured by the server on the folder's messages. */
function accuracyText({ mails, foundAgain }: ProposedInstructions): string {
  return tn(
    mails,
    'Tested on the {count} email in this folder: {found} would be filed here.',
    'Tested on the {count} emails in this folder: {found} would be filed here.',
    { found: foundAgain },
  )
}
