import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../../api/folders.ts'
import { pressesQuery } from '../../api/tidy-up.ts'
import { EarlierPresses } from '../../features/mail/press-lines.tsx'

/** What was filed in the last day, with its progress and undo. */
export function RecentPresses({ mailboxId }: { mailboxId: string }) {
  const { data: presses = [] } = useQuery(pressesQuery(mailboxId))
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  return <EarlierPresses mailboxId={mailboxId} presses={presses} folders={folders} />
}
