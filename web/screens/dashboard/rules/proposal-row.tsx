import { useState } from 'react'
import type { ProposedInstructions } from '../../../../contract/functions/propose-instructions.ts'
import { instructionsMaxLength } from '../../../../contract/limits.ts'
import { focusAtEnd } from '../../../lib/focus-at-end.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { t, tn } from '../../../texts/translate.ts'

interface ProposalRowProps {
  name: string
  proposal: ProposedInstructions
  busy: boolean
  onAccept: (instructions: string) => void
  onDismiss: () => void
}

export function ProposalRow({ name, proposal, busy, onAccept, onDismiss }: ProposalRowProps) {
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
  if (foundAgain === mails)
    return t('Tried on each email as if it were new: the sorter puts all {mails} here again.', { mails })
  if (foundAgain === 0)
    return t('Tried on each email as if it were new: the sorter puts none of the {mails} here again.', { mails })
  return tn(
    mails,
    'Tried on each email as if it were new: ' +
      'the sorter puts {found} of the {count} email in this folder here again.',
    'Tried on each email as if it were new: ' +
      'the sorter puts {found} of the {count} emails in this folder here again.',
    { found: foundAgain },
  )
}
