import { useQuery } from '@tanstack/react-query'
import type { Mailbox } from '../../../contract/mailbox.ts'
import { proposalsQuery } from '../../api/proposals.ts'
import { onDemand } from '../../shell/on-demand.tsx'

const ProposalsCard = onDemand(async () => (await import('./proposals-card.tsx')).ProposalsCard, { failed: 'quiet' })

/** Instructions for folders that have none: there once the mail in them was looked at. */
export function Proposals({ mailbox }: { mailbox: Mailbox }) {
  const { data: proposals = [] } = useQuery(proposalsQuery(mailbox.id))
  if (proposals.length === 0 || mailbox.status !== 'active') return null
  return <ProposalsCard mailboxId={mailbox.id} proposals={proposals} />
}
