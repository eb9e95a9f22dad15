import { useProduct } from '../../shell/product.tsx'
import { InstructionExamples } from './help-examples.tsx'
import { List, Name, Section, Steps } from './help-frame.tsx'
import { HelpPicture } from './help-picture.tsx'
import { titleOf } from './help-sections.ts'

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
        <li>
          On the dashboard open the tab <Name>Mailbox</Name> and press <Name>Connect New Mailbox</Name>.
        </li>
        <li>Sign in at Microsoft and agree. Your password stays at Microsoft; {name} never sees it.</li>
        <li>
          You come back with the mailbox in the list. Open the tab <Name>Folders</Name> and press{' '}
          <Name>Sync Folders</Name> if they are not there yet.
        </li>
        <li>
          Switch on <Name>Enable real-time processing</Name>. From then on new email is sorted as it arrives. Email that
          is already in your inbox stays there.
        </li>
      </Steps>
      <p>
        You can connect several mailboxes. The one in the picker at the top is the one whose folders you see; all of
        them are sorted. Work or school accounts may need an administrator who allows {name} first; Microsoft tells you
        so.
      </p>
      <HelpPicture of="mailbox" alt="The Mailbox tab with one connected mailbox, marked Active and Current." />
    </Section>
  )
}

export function InstructionsSection() {
  const { name } = useProduct()
  return (
    <Section id="instructions" title={titleOf('instructions')}>
      <p>
        {name} learns from the email that is already in a folder, from the folder’s name, and from your instructions.
        The email in your inbox tells it which words go together with those. A folder with many emails does well without
        instructions. They help most where a folder is new, where its name says little, or where two folders are alike.
      </p>
      <p>
        Write as you would to a colleague who sorts your mail on their first day: what kinds of email, from whom, and
        which not. Two or three sentences are plenty.
      </p>
      <p>
        While you type, a preview shows which of your last 50 emails would come into the folder and which would leave
        it. Where none would, it shows the closest ones: pick those that belong, and {name} learns from them at once.
        The preview moves and stores nothing.
      </p>
      <HelpPicture of="instructions" alt="The Folders tab: a table of folders with an instruction beside each." />
      <InstructionExamples />
      <p>Two switches stand beside each folder:</p>
      <List>
        <li>
          <Name>Active</Name>: off, nothing is sorted into this folder and its actions do not run.
        </li>
        <li>
          <Name>Include in AI</Name>: off, the folder is left out when it is decided where an email goes.
        </li>
      </List>
      <p>
        A folder marked <Name>Custom</Name> exists only in {name}, not in Outlook. Email that belongs there is not
        moved.
      </p>
    </Section>
  )
}
