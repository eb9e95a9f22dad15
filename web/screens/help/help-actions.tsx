import { useProduct } from '../../shell/product.tsx'
import { List, Name, Section, Steps, Strong } from './help-frame.tsx'
import { titleOf } from './help-sections.ts'

/** Sections about automated actions, prompts and connected services. */
export function HelpActions() {
  return (
    <>
      <ActionsSection />
      <PromptsSection />
      <ConnectionsSection />
    </>
  )
}

export function ActionsSection() {
  const { name } = useProduct()
  return (
    <Section id="actions" title={titleOf('actions')}>
      <p>
        Open a folder’s row on the Folders tab to find <Name>Automated Actions</Name>. They run, one after the other in
        the order of the list, for each email that is sorted into this folder:
      </p>
      <ActionTypes />
      <p>
        An action that lacks something, such as an address or a connected service, starts off. Saving its settings
        switches it on as soon as nothing is missing.
      </p>
      <p>
        <Name>Test</Name> in an action’s settings shows what would happen to the newest email of the folder. Nothing is
        done or sent by it, and what you have changed need not be saved for it.
      </p>
      <p>
        What the actions did stands in the history: open an email there and look at{' '}
        <Strong>What its actions did</Strong>. Each step that left something has a link to it.
        {' What failed says why, and '}
        <Name>Try Again</Name> goes on where it stopped: what has taken effect is not done twice. When a service does
        not answer, {name} tries again by itself, for up to a day.
      </p>
      <p>
        To stop everything at once, open the mailbox’s <Name>Settings</Name> and switch on{' '}
        <Name>Pause all automated actions</Name>. Email is sorted as before; its actions wait until you switch it off.
      </p>
    </Section>
  )
}

function ActionTypes() {
  const { name } = useProduct()
  return (
    <List>
      <li>
        <Strong>Draft reply</Strong> writes an answer in the tone and length you choose. It waits among your drafts in
        Outlook; you read it and send it. Automatic mail and mailing lists are not answered.
      </li>
      <li>
        <Strong>Forward mail</Strong> sends the email on to one address, as it came. Two people have to agree first:
        whoever reads at that address, by a link in an email that {name} sends there, and you at Microsoft with{' '}
        <Name>Allow Sending</Name>. Until then nothing is forwarded.
      </li>
      <li>
        <Strong>Store attachments</Strong> puts the files of an email into your Dropbox, Google Drive or OneDrive. A
        file that is there already is never overwritten.
      </li>
      <li>
        <Strong>AI agent</Strong> does what you describe in a prompt, for example storing the invoice and making a
        contact of the sender.
      </li>
    </List>
  )
}

function PromptsSection() {
  const { name } = useProduct()
  return (
    <Section id="prompts" title={titleOf('prompts')}>
      <p>
        For storing attachments and for the AI agent you write a prompt: what to do, with what, and where. English,
        German, French, Spanish and Dutch are understood. The prompt is made into a plan of fixed steps when you save
        it, and only this plan runs. What stands in an email can never change it.
      </p>
      <Steps>
        <li>
          Write the prompt, e.g. “Save PDF invoices to Dropbox under Finance/{'{year}'}, then create a contact in
          TeamLeader”.
        </li>
        <li>
          When you pause, the plan appears: its steps as numbered sentences, which services they need, how sure the
          reading is, and what was left out. Below 30% it is better to say it more simply. <Name>Analyze</Name> makes it
          again.
        </li>
        <li>
          <Name>Enhance</Name> makes your words more complete. Read the result; it replaces what you wrote.
        </li>
        <li>
          Press <Name>Save configuration</Name>. Where a plan leaves something to check, it is shown first; press once
          more to save it.
        </li>
      </Steps>
      <p>
        Later <Name>What runs now</Name> shows the saved plan. {name} never deletes or pays anything, however the prompt
        asks for it.
      </p>
    </Section>
  )
}

export function ConnectionsSection() {
  return (
    <Section id="connections" title={titleOf('connections')}>
      <p>
        Actions that use another service need it to be connected, once, on the page <Name>Connections</Name>. Press{' '}
        <Name>Connect</Name>, sign in at the service and agree; your password stays there. Services marked{' '}
        <Name>Coming Soon</Name> cannot be connected yet.
      </p>
      <List>
        <li>
          <Strong>Sign in again</Strong> on a card means that the service no longer accepts our sign-in. The bell tells
          you, too. Press <Name>Connect again</Name>; what failed then runs again. Or press <Name>Disconnect</Name>.
        </li>
        <li>
          <Strong>Disconnect</Strong> ends the access at once. Actions that need the service fail until you connect it
          again; files that are stored stay where they are.
        </li>
      </List>
    </Section>
  )
}
