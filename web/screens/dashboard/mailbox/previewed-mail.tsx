import { useQuery } from '@tanstack/react-query'
import { previewedMailQuery } from '../../../api/previewed-mail.ts'
import { onDemand } from '../../../lib/on-demand.tsx'

const PreviewedMailButton = onDemand(async () => (await import('./previewed-mail-button.tsx')).PreviewedMailButton, {
  failed: 'quiet',
})

/**
 * Number of messages that would have been sorted during a preview; renders nothing without a preview. It is beside the
 * screen's title, since a banner that appears later would push the content down.
 */
export function PreviewedMail({ mailboxId }: { mailboxId: string }) {
  const { data } = useQuery(previewedMailQuery(mailboxId))
  if (!data || (data.previewUntil === null && data.waiting === 0)) return null
  return <PreviewedMailButton mailboxId={mailboxId} data={data} />
}
