import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProposedInstructions } from '../../../../contract/functions/propose-instructions.ts'
import { isAnswered } from '../../../api/is-answered.ts'
import { proposalsQuery } from '../../../api/proposals.ts'
import { announce } from '../../../ui/announcer.tsx'
import { tn } from '../../../texts/translate.ts'

const none: readonly ProposedInstructions[] = []

export interface Proposals {
  proposals: readonly ProposedInstructions[]
  /** Suggestions that arrive while the page is open are shown on request, so that nothing moves. */
  isOpen: boolean
  /** The user has requested them. */
  wasOpened: boolean
  open: () => void
}

export const useProposalsLoaded = (mailboxId: string): boolean => isAnswered(useQuery(proposalsQuery(mailboxId)))

/** Suggested instructions for folders without any; the server makes them from the messages in the folder. */
export function useProposals(mailboxId: string): Proposals {
  const { data: proposals = none } = useQuery(proposalsQuery(mailboxId))
  const [isOpen, setIsOpen] = useState(proposals.length > 0)
  const [wasOpened, setWasOpened] = useState(false)
  const previousCount = useRef(proposals.length)
  useEffect(() => {
    if (previousCount.current === 0 && proposals.length > 0)
      announce(tn(proposals.length, '{count} suggested instruction', '{count} suggested instructions'))
    previousCount.current = proposals.length
  }, [proposals.length])
  // All are answered: new ones are shown on request again.
  if (isOpen && proposals.length === 0) setIsOpen(false)
  const open = (): void => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return { proposals, isOpen, wasOpened, open }
}
