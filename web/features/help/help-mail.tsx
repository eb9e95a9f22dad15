import { Check, X } from 'lucide-react'
import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { HelpPicture } from './help-picture.tsx'
import { b, List, Section, Steps, titleOf } from './help-section.tsx'

/** Sections about connecting a mailbox and writing instructions. */
export function HelpMail() {
  return (
    <>
      <ConnectSection />
      <InstructionsSection />
    </>
  )
}

export function ConnectSection() {
  const { name } = useProduct()
  return (
    <Section id="connect" title={titleOf('connect')}>
      <Steps>
        <li>{rich('On the dashboard open the tab <b>Mailbox</b> and press <b>Connect New Mailbox</b>.', { b })}</li>
        <li>
          {t(
            'Enter the address. For a mailbox at Microsoft, sign in there and agree: {name} never sees your ' +
              'password. For any other, enter its password, or an app password where its provider asks for one.',
            { name },
          )}
        </li>
        <li>
          {rich(
            'The mailbox is then in the list. Open the tab <b>Folders</b>, and press <b>Sync Folders</b> if ' +
              'your folders are not there yet.',
            { b },
          )}
        </li>
        <li>
          {rich(
            'Switch on <b>Enable real-time processing</b>. From then on new emails are sorted as they arrive. Emails ' +
              'that are already in your inbox stay there, until you <link>tidy up</link>: you see them in groups, ' +
              'and file or leave each group with one press.',
            {
              b,
              link: (content) => (
                <Link to="/tidy-up" className="rounded-sm underline underline-offset-4">
                  {content}
                </Link>
              ),
            },
          )}
        </li>
      </Steps>
      <p>
        {t(
          'You can connect several mailboxes. You see the folders of the one that is selected at the top; all ' +
            'of them are sorted. For a work or school account at Microsoft, an administrator may have to allow ' +
            '{name} first; Microsoft then says so.',
          { name },
        )}
      </p>
      <HelpPicture of="mailbox" alt={t('The Mailbox tab with one connected mailbox, marked Active and Current.')} />
    </Section>
  )
}

export function InstructionsSection() {
  const { name } = useProduct()
  return (
    <Section id="instructions" title={titleOf('instructions')}>
      <p>
        {t(
          '{name} learns from the emails that are already in a folder, from the name of the folder, and from ' +
            'your instructions. The emails in your inbox show which words go with them. A folder with many ' +
            'emails works well without instructions. They help most where a folder is new, where its name ' +
            'says little, or where two folders are alike.',
          { name },
        )}
      </p>
      <p>
        {t(
          'Write as you would to a colleague who sorts your emails for the first time: what kinds of email, ' +
            'from whom, and which not. Two or three sentences are enough.',
        )}
      </p>
      <p>
        {t(
          'While you type, a preview shows which of your last 50 emails would come into the folder and ' +
            'which would leave it. If none would, it shows the closest ones: choose those that belong, and ' +
            '{name} learns from them immediately. The preview moves and stores nothing.',
          { name },
        )}
      </p>
      <HelpPicture of="instructions" alt={t('The Folders tab: a table of folders with an instruction beside each.')} />
      <InstructionExamples />
      <p>{t('Each folder has two switches:')}</p>
      <List>
        <li>
          {rich('<b>Active</b>: when off, nothing is sorted into this folder and its actions do not run.', { b })}
        </li>
        <li>{rich('<b>Include in AI</b>: when off, {name} does not consider this folder.', { b, name })}</li>
        <li>
          {rich('<b>File security email, too</b>: when off, unread codes and security notices stay in the inbox.', {
            b,
          })}
        </li>
      </List>
      <p>
        {rich(
          '<b>How to file</b> in the opened row: email is moved into the folder, or stays in the inbox with a tag ' +
            'that is named like the folder, or both. A tag is a category in Outlook, and a keyword in other mail ' +
            'programs. Take a tag off or choose another one, and {name} learns from that. <b>Undo</b> takes it off, ' +
            'too.',
          { b, name },
        )}
      </p>
      <p>
        {rich(
          'A folder marked <b>Custom</b> exists only in {name}, not in your mailbox. Email that belongs there ' +
            'is not moved.',
          { b, name },
        )}
      </p>
    </Section>
  )
}

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
function InstructionExamples() {
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
