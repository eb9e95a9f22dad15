import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProposedInstructions } from '../../../../contract/functions/propose-instructions.ts'
import { proposalsQuery } from '../../../api/proposals.ts'
import { count } from '../../../lib/format.ts'
import { announce } from '../../../ui/announcer.tsx'

const none: readonly ProposedInstructions[] = []

export interface Proposals {
  proposals: readonly ProposedInstructions[]
  /** Those that come while somebody looks at the folders wait behind a button: nothing moves on its own. */
  isOpen: boolean
  /** By that button. */
  wasOpened: boolean
  open: () => void
}

/** Whether it is known that there are some; what cannot be had at once is not waited for. */
export function useProposalsKnown(mailboxId: string): boolean {
  const { isPending, failureCount } = useQuery(proposalsQuery(mailboxId))
  return !isPending || failureCount > 0
}

/** Instructions for folders that have none: there once the mail in them was looked at. */
export function useProposals(mailboxId: string): Proposals {
  const { data: proposals = none } = useQuery(proposalsQuery(mailboxId))
  const [isOpen, setIsOpen] = useState(proposals.length > 0)
  const [wasOpened, setWasOpened] = useState(false)
  const before = useRef(proposals.length)
  useEffect(() => {
    if (before.current === 0 && proposals.length > 0) announce(count(proposals.length, 'suggested instruction'))
    before.current = proposals.length
  }, [proposals.length])
  // Answered to the last: more that come are more to ask for.
  if (isOpen && proposals.length === 0) setIsOpen(false)
  const open = (): void => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return { proposals, isOpen, wasOpened, open }
}
