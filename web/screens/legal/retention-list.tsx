import { t, text } from '../../texts/translate.ts'

/** Stored personal data and its retention period. */
const retentionPeriods: readonly (readonly [what: string, until: string])[] = [
  [text('Your address, the hash of your password, and how else you sign in'), text('until you delete your account')],
  [text('Tokens that open your mailbox, encrypted'), text('until you disconnect it')],
  [text('Folders, their instructions and switches'), text('until you disconnect the mailbox')],
  [text('History: subject and sender of each email'), text('90 days, unless the operator has set another time')],
  [text('History: when, which folder, how sure, and why'), text('until you disconnect the mailbox')],
  [
    text('What automated actions did: files, drafts and addresses by name'),
    text('as long as subject and sender of the email'),
  ],
  [text('Tokens that open a connected service, encrypted'), text('until you disconnect it')],
  [text('Your prompts and the plans made from them'), text('until you remove the action')],
  [text('Addresses that agreed to forwarding'), text('until you delete your account')],
  [
    text('What was learned about your email and folders: counts of hashed features, no text'),
    text('until you disconnect the mailbox'),
  ],
  [
    text('Senders and mailing lists that you have moved email of'),
    text('until you forget them, or disconnect the mailbox'),
  ],
  [
    text('Addresses that you have written to'),
    text('until you switch off that email from them stays in the inbox, or disconnect the mailbox'),
  ],
  [text('Sessions, with the browser and address they were opened from'), text('until they end')],
  [text('Security events, such as sign-ins and changes of the password'), text('180 days')],
]

export function RetentionList() {
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface text-sm">
      {retentionPeriods.map(([what, until]) => (
        <div key={what} className="gap-6 px-4 py-3 sm:flex sm:items-baseline sm:justify-between">
          <dt className="font-medium">{t(what)}</dt>
          <dd className="text-muted sm:w-56 sm:shrink-0">{t(until)}</dd>
        </div>
      ))}
    </dl>
  )
}
