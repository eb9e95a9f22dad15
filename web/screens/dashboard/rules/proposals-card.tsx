import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProposedInstructions } from '../../../../contract/functions/propose-instructions.ts'
import { explain } from '../../../api/api-error.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { type ProposalAnswer, useAnswerProposals } from '../../../api/proposals.ts'
import { count } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ProposalRow } from './proposal-row.tsx'

interface ProposalsCardProps {
  mailboxId: string
  /** The person has asked for them: their heading takes the focus of the button that is gone. */
  takesFocus: boolean
  proposals: readonly ProposedInstructions[]
}

/** The folders themselves are to be in sight. */
const shownAtFirst = 3

export function ProposalsCard({ mailboxId, takesFocus, proposals }: ProposalsCardProps) {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const answer = useAnswerProposals(mailboxId)
  const [all, setAll] = useState(false)
  const shown = all ? proposals : proposals.slice(0, shownAtFirst)
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const nameOf = (id: string): string => {
    const found = folders.find((each) => each.id === id)
    return found ? found.display_name || found.folder_name : 'A folder'
  }
  // Awaited here: the row, and with the last one this card, is gone when it succeeds.
  const say = async (said: ProposalAnswer, words: string): Promise<void> => {
    try {
      await answer.mutateAsync(said)
    } catch (error) {
      return toastError('Update Failed', explain(error, 'Failed to update folder settings. Please try again.'))
    }
    announce(words)
    const next = heading.current ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
  }

  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          Suggested Instructions
        </span>
      }
      description="Made from the emails that are in these folders already. Nothing is saved until you accept it."
      actions={
        proposals.length > 1 && (
          <Button
            tone="primary"
            busy={answer.isPending}
            onClick={() =>
              void say(
                {
                  action: 'accept',
                  accepted: proposals.map(({ folderId, instructions }) => ({ folderId, instructions })),
                },
                `Instructions of ${count(proposals.length, 'folder')} saved`,
              )
            }
          >
            {shown.length === proposals.length ? 'Accept All' : `Accept All ${proposals.length}`}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((proposal) => {
          const { folderId } = proposal
          const name = nameOf(folderId)
          return (
            <ProposalRow
              key={folderId}
              name={name}
              proposal={proposal}
              busy={answer.isPending}
              onAccept={(instructions) =>
                void say({ action: 'accept', accepted: [{ folderId, instructions }] }, `Instructions of ${name} saved`)
              }
              onDismiss={() => void say({ action: 'dismiss', folderId }, `Suggestion for ${name} dismissed`)}
            />
          )
        })}
      </ul>
      {proposals.length > shownAtFirst && (
        <div className="border-t border-line px-2.5 py-2">
          <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${proposals.length}`}
          </Button>
        </div>
      )}
    </Card>
  )
}
