import type { DryRun } from '../../../../contract/functions/action-runs.ts'
import { subjectText } from '../../../lib/message-texts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

/** What the action would do with the tested message. */
export function DryRunResult({ result: { mail, effects, text, notes } }: { result: DryRun }) {
  return (
    <output className="block space-y-3 rounded-lg border border-line bg-canvas px-4 py-3">
      <p>
        {rich('<muted>With</muted> {subject} <muted>from</muted> {sender}', {
          muted: (content) => <span className="text-muted">{content}</span>,
          subject: <bdi className="font-medium">{subjectText(mail.subject)}</bdi>,
          sender: <bdi>{safeText(mail.from ?? '') || t('Unknown sender')}</bdi>,
        })}
      </p>
      {effects.length > 0 && (
        <ul className="list-disc space-y-1 pl-4">
          {effects.map(({ kind, label }, index) => (
            // Two attachments can have the same name.
            <li key={`${index} ${label}`} className="wrap-anywhere">
              {safeText(kind === 'data' ? label : t(label))}
            </li>
          ))}
        </ul>
      )}
      {text !== null && (
        <p className="rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="wrap-anywhere text-muted">
          {safeText(t(note))}
        </p>
      ))}
    </output>
  )
}
