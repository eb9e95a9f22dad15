import { useProduct } from '../../api/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { b, List, OperatorAddress, Section } from './legal-frame.tsx'

export function ResponsibleSection() {
  const { name } = useProduct()
  return (
    <Section title={t('Who is responsible')}>
      <p>
        {rich(
          '{name} is software that its operator runs on machines of their choice. The operator of this site ' +
            'is responsible for your data and answers your questions: {operatorAddress}. The makers of the ' +
            'software get none of it.',
          { name, operatorAddress: <OperatorAddress /> },
        )}
      </p>
    </Section>
  )
}

export function ReadDataSection() {
  return (
    <Section title={t('What is read')}>
      <List>
        <li>
          {rich(
            '<b>Emails of a mailbox that you connect.</b> New emails in the inbox are read when they arrive: ' +
              'sender, recipients, subject, headers and text. Attachments are opened only where an action that ' +
              'you have set up needs them.',
            { b },
          )}
        </li>
        <li>
          {rich('<b>Email that you have filed.</b> From the folders that you sort into, to learn what belongs there.', {
            b,
          })}
        </li>
        <li>
          {rich(
            '<b>Emails that are already in your inbox.</b> Of the newest 2,000 the sender, the subject and the ' +
              'beginning of the text, to learn which words are common in your emails and which go together. They ' +
              'stay where they are.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Email that you have sent.</b> Only the recipients, so that email from people you know can ' +
              'stay in your inbox; if you have switched that off, nothing.',
            { b },
          )}
        </li>
        <li>{rich('<b>Your folders.</b> Their names, and the instructions that you write.', { b })}</li>
      </List>
      <p>
        {t(
          'Emails are sorted by a program on the operator’s own machine. The operator may have set up a ' +
            'language model. It then gets, one email at a time: of emails that it is unsure about, the ' +
            'sender, some recipients, the subject, the names of attachments and the beginning of the text, ' +
            'with the names and instructions of your folders; for actions that draft replies or find data in ' +
            'an email, the text of that email and of the files that belong to the action; and your prompts. ' +
            'In the settings of a mailbox you can choose that none of its email goes to a language model. Ask ' +
            'the operator whether there is one, whose it is, where it runs, and whether it learns from what ' +
            'it receives.',
        )}
      </p>
    </Section>
  )
}

export function RetentionSection() {
  return (
    <Section title={t('What is stored, and for how long')}>
      <p>{t('The text of your emails is never stored. This is stored:')}</p>
      <RetentionList />
      <p>
        {t(
          'Backups of the operator may contain deleted data until they are overwritten; ask the operator ' +
            'how long that is.',
        )}
      </p>
    </Section>
  )
}

export function RecipientsSection() {
  const { name } = useProduct()
  return (
    <Section title={t('Who else gets data')}>
      <List>
        <li>
          {rich(
            '<b>The provider of your mailbox</b>, which is Microsoft for one in Outlook: requests to read email, ' +
              'to move it to a folder, to create folders, and to write drafts and forward email where your actions ' +
              'do.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Microsoft or Google</b>, only if you sign in with one of them: it knows that you did; {name} ' +
              'gets your name, address and account id from it.',
            { b, name },
          )}
        </li>
        <li>
          {rich(
            '<b>Services that you connect</b>, only while they are connected: what your actions store or look for ' +
              'there. {name} gets your name, address and account id from them, and the files that your actions use.',
            { b, name },
          )}
        </li>
        <li>{rich('<b>The recipients that you forward email to</b>, once they have agreed: those emails.', { b })}</li>
        <li>
          {rich(
            '<b>The operator’s email provider</b>, which delivers emails about your account to you: your ' +
              'address and the text of those emails.',
            { b },
          )}
        </li>
      </List>
      <p>{t('Nothing is sold, and there are no advertisements, trackers or statistics services on these pages.')}</p>
    </Section>
  )
}

export function CookiesSection() {
  return (
    <Section title={t('Cookies and your browser')}>
      <p>
        {t(
          'Only short-lived cookies that protect a sign-in: one that lasts two minutes after a link in an ' +
            'email or a provider has brought you back, and one that lasts minutes while you are at Microsoft ' +
            'or Google. While you are signed in, your browser’s local storage holds your session and the ' +
            'selected mailbox. Signing out clears both.',
        )}
      </p>
    </Section>
  )
}

export function RightsSection() {
  return (
    <Section title={t('Export or delete your data')}>
      <List>
        <li>
          {rich(
            '<b>Export your data:</b> Account Settings gives you everything that belongs to your account as ' +
              'one JSON file.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Disconnect a mailbox:</b> its tokens or password, its folders and settings are deleted, and ' +
              'sorting stops. Your emails stay where they are.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Delete your account:</b> in Account Settings. Everything that belongs to it is deleted within ' +
              'minutes.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Anything else</b> (to see, correct or restrict what is stored, or to object): write to ' +
              '{operatorAddress}. You can also complain to the data protection authority where you live.',
            { b, operatorAddress: <OperatorAddress /> },
          )}
        </li>
      </List>
    </Section>
  )
}

export function SecuritySection() {
  return (
    <Section title={t('How it is protected')}>
      <p>
        {t(
          'Passwords are stored as Argon2id hashes. The tokens of your mailbox are encrypted. The database ' +
            'itself protects the rows of each user, and logs contain ids, not email. In Account Settings you ' +
            'can add a second step to your sign-in, see where you are signed in, and end those sessions.',
        )}
      </p>
    </Section>
  )
}

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
    text('What was learned about your emails and folders: counts of hashed features, no text'),
    text('until you disconnect the mailbox'),
  ],
  [
    text('Senders and mailing lists that you have moved email of'),
    text('until you forget them, or disconnect the mailbox'),
  ],
  [
    text('What waits for an answer, where you have switched follow-up on: addresses, subjects and times'),
    text('60 days'),
  ],
  [
    text('Who writes to you, once you have the senders counted: names, addresses, and numbers of emails a day'),
    text('13 months, or until you disconnect the mailbox'),
  ],
  [
    text('Addresses that you have written to'),
    text('until you switch off that email from them stays in the inbox, or disconnect the mailbox'),
  ],
  [text('Sessions, with the browser and address they were opened from'), text('until they end')],
  [text('Security events, such as sign-ins and changes of the password'), text('180 days')],
]

function RetentionList() {
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
