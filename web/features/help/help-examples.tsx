import { Check, X } from 'lucide-react'
import { t, text } from '../../texts/translate.ts'

interface Example {
  folder: string
  good: string
  bad: string
  why: string
}

const examples: readonly Example[] = [
  {
    folder: text('Invoices'),
    good: text(
      'Bills, receipts and payment reminders from suppliers, also when the invoice is attached. Not offers, and not ' +
        'our own invoices to customers.',
    ),
    bad: text('Important financial stuff'),
    why: text('Describe the email and who sends it. An email does not show what is important to you.'),
  },
  {
    folder: text('Newsletters'),
    good: text(
      'Regular letters that I subscribed to: product news, blogs, digests. They usually have an unsubscribe link.',
    ),
    bad: text('Everything I do not need'),
    why: text('Name what belongs there. “Everything else” attracts all new kinds of email, and those you want to see.'),
  },
  {
    folder: text('Project Harbour'),
    good: text(
      'Everything about the Harbour renovation: email from Lindqvist Architects or the town’s building ' +
        'office, and email that names Quay Street.',
    ),
    bad: text('Email from Anna, if it is about work, unless it is urgent'),
    why: text('Names, places and words of the project help. Exceptions to exceptions do not.'),
  },
]

/** Good and bad examples of folder instructions. */
export function InstructionExamples() {
  return (
    <ul className="space-y-4">
      {examples.map(({ folder, good, bad, why }) => (
        <li key={folder} className="rounded-xl border border-line bg-surface p-4 text-sm shadow-card">
          <h3 className="font-semibold">{t(folder)}</h3>
          <p className="mt-2 flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            <span>
              <span className="font-medium text-good">{`${t('Good:')} `}</span>
              {t(good)}
            </span>
          </p>
          <p className="mt-2 flex gap-2.5">
            <X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
            <span>
              <span className="font-medium text-bad">{`${t('Not so good:')} `}</span>
              {t(bad)}
            </span>
          </p>
          <p className="mt-2 text-muted">{t(why)}</p>
        </li>
      ))}
    </ul>
  )
}
