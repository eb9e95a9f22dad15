import type { Evidence } from '../../../contract/tables.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, text } from '../../texts/translate.ts'

const kindLabels: Record<Evidence['kind'], string> = {
  sender: text('Sender'),
  domain: text('Domain'),
  list: text('Mailing list'),
  thread: text('Conversation'),
  subject: text('Subject'),
  instructions: text('Folder’s name or instructions'),
  instruction_sentence: text('Your instructions'),
  quote: text('In the email'),
}

/** Parts of the message that influenced the decision most. */
export const EvidenceList = ({ evidence }: { evidence: readonly Evidence[] }) => (
  <ul className="mt-1 flex flex-wrap gap-1.5">
    {evidence.map(({ kind, text }) => (
      <li key={`${kind} ${text}`} className="max-w-full rounded-md bg-sunken px-2 py-0.5 wrap-anywhere">
        <span className="text-muted">{t(kindLabels[kind])}</span> <bdi>{safeText(text)}</bdi>
      </li>
    ))}
  </ul>
)
