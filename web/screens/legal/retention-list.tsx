/** Stored personal data and its retention period. */
const retentionPeriods: readonly (readonly [what: string, until: string])[] = [
  ['Your address, the hash of your password, and how else you sign in', 'until you delete your account'],
  ['Tokens that open your mailbox, encrypted', 'until you disconnect it'],
  ['Folders, their instructions and switches', 'until you disconnect the mailbox'],
  ['History: subject and sender of each mail', '90 days, unless the operator has set another time'],
  ['History: when, which folder, how sure, and why', 'until you disconnect the mailbox'],
  ['What automated actions did: files, drafts and addresses by name', 'as long as subject and sender of the mail'],
  ['Tokens that open a connected service, encrypted', 'until you disconnect it'],
  ['Your prompts and the plans made of them', 'until you remove the action'],
  ['Addresses that agreed to forwarded mail', 'until you delete your account'],
  [
    'What was learned about your mail and folders: counts of scrambled features, no text',
    'until you disconnect the mailbox',
  ],
  ['Senders and mailing lists that you have moved mail of', 'until you forget them, or disconnect the mailbox'],
  [
    'Addresses that you have written to',
    'until you switch off that mail from them stays in the inbox, or disconnect the mailbox',
  ],
  ['Sessions, with the browser and address they were opened from', 'until they end'],
  ['Security events, such as sign-ins and changes of the password', '180 days'],
]

export function RetentionList() {
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface text-sm">
      {retentionPeriods.map(([what, until]) => (
        <div key={what} className="gap-6 px-4 py-3 sm:flex sm:items-baseline sm:justify-between">
          <dt className="font-medium">{what}</dt>
          <dd className="text-muted sm:w-56 sm:shrink-0">{until}</dd>
        </div>
      ))}
    </dl>
  )
}
