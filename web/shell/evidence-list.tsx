import type { Evidence } from '../../contract/tables.ts'
import { safeText } from '../lib/safe-text.ts'

const words: Record<Evidence['kind'], string> = {
  sender: 'Sender',
  domain: 'Domain',
  list: 'Mailing list',
  thread: 'Conversation',
  subject: 'Subject',
  instructions: 'Folder’s name or instructions',
  quote: 'In the mail',
}

/** What of a mail weighed most. */
export const EvidenceList = ({ evidence }: { evidence: readonly Evidence[] }) => (
  <ul className="mt-1 flex flex-wrap gap-1.5">
    {evidence.map(({ kind, text }) => (
      <li key={`${kind} ${text}`} className="max-w-full rounded-md bg-sunken px-2 py-0.5 wrap-anywhere">
        <span className="text-muted">{words[kind]}</span> <bdi>{safeText(text)}</bdi>
      </li>
    ))}
  </ul>
)
