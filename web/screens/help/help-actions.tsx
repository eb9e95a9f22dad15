import { useProduct } from '../../shell/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { b, List, Section, Steps } from './help-frame.tsx'
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
        {rich(
          'Open a folder’s row on the Folders tab to find <b>Automated Actions</b>. They run, one after the other ' +
            'in the order of the list, for each email that is sorted into this folder:',
          { b },
        )}
      </p>
      <ActionTypes />
      <p>
        {t(
          'An action that lacks something, such as an address or a connected service, starts off. Saving its ' +
            'settings switches it on as soon as nothing is missing.',
        )}
      </p>
      <p>
        {rich(
          '<b>Test</b> in an action’s settings shows what would happen to the newest email of the folder. Nothing ' +
            'is done or sent by it, and what you have changed need not be saved for it.',
          { b },
        )}
      </p>
      <p>
        {rich(
          'What the actions did stands in the history: open an email there and look at <b>What its actions did</b>. ' +
            'Each step that left something has a link to it. What failed says why, and <b>Try Again</b> goes on ' +
            'where it stopped: what has taken effect is not done twice. When a service does not answer, {name} ' +
            'tries again by itself, for up to a day.',
          { b, name },
        )}
      </p>
      <p>
        {rich(
          'To stop everything at once, open the mailbox’s <b>Settings</b> and switch on <b>Pause all automated ' +
            'actions</b>. Email is sorted as before; its actions wait until you switch it off.',
          { b },
        )}
      </p>
    </Section>
  )
}

function ActionTypes() {
  const { name } = useProduct()
  return (
    <List>
      <li>
        {rich(
          '<b>Draft reply</b> writes an answer in the tone and length you choose. It waits among your drafts in ' +
            'Outlook; you read it and send it. Automatic mail and mailing lists are not answered.',
          { b },
        )}
      </li>
      <li>
        {rich(
          '<b>Forward mail</b> sends the email on to one address, as it came. Two people have to agree first: ' +
            'whoever reads at that address, by a link in an email that {name} sends there, and you at Microsoft ' +
            'with <b>Allow Sending</b>. Until then nothing is forwarded.',
          { b, name },
        )}
      </li>
      <li>
        {rich(
          '<b>Store attachments</b> puts the files of an email into your Dropbox, Google Drive or OneDrive. A file ' +
            'that is there already is never overwritten.',
          { b },
        )}
      </li>
      <li>
        {rich(
          '<b>AI agent</b> does what you describe in a prompt, for example storing the invoice and making a contact ' +
            'of the sender.',
          { b },
        )}
      </li>
    </List>
  )
}

function PromptsSection() {
  const { name } = useProduct()
  return (
    <Section id="prompts" title={titleOf('prompts')}>
      <p>
        {t(
          'For storing attachments and for the AI agent you write a prompt: what to do, with what, and where. ' +
            'English, German, French, Spanish and Dutch are understood. The prompt is made into a plan of fixed ' +
            'steps when you save it, and only this plan runs. What stands in an email can never change it.',
        )}
      </p>
      <Steps>
        <li>
          {t(
            'Write the prompt, e.g. “Save PDF invoices to Dropbox under Finance/{year}, then create a contact in ' +
              'TeamLeader”.',
            { year: '{year}' },
          )}
        </li>
        <li>
          {rich(
            'When you pause, the plan appears: its steps as numbered sentences, which services they need, how sure ' +
              'the reading is, and what was left out. Below 30% it is better to say it more simply. <b>Analyze</b> ' +
              'makes it again.',
            { b },
          )}
        </li>
        <li>
          {rich('<b>Enhance</b> makes your words more complete. Read the result; it replaces what you wrote.', { b })}
        </li>
        <li>
          {rich(
            'Press <b>Save configuration</b>. Where a plan leaves something to check, it is shown first; press once ' +
              'more to save it.',
            { b },
          )}
        </li>
      </Steps>
      <p>
        {rich(
          'Later <b>What runs now</b> shows the saved plan. {name} never deletes or pays anything, however the ' +
            'prompt asks for it.',
          { b, name },
        )}
      </p>
    </Section>
  )
}

export function ConnectionsSection() {
  return (
    <Section id="connections" title={titleOf('connections')}>
      <p>
        {rich(
          'Actions that use another service need it to be connected, once, on the page <b>Connections</b>. Press ' +
            '<b>Connect</b>, sign in at the service and agree; your password stays there. Services marked <b>Coming ' +
            'Soon</b> cannot be connected yet.',
          { b },
        )}
      </p>
      <List>
        <li>
          {rich(
            '<b>Sign in again</b> on a card means that the service no longer accepts our sign-in. The bell tells ' +
              'you, too. Press <b>Connect again</b>; what failed then runs again. Or press <b>Disconnect</b>.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Disconnect</b> ends the access at once. Actions that need the service fail until you connect it ' +
              'again; files that are stored stay where they are.',
            { b },
          )}
        </li>
      </List>
    </Section>
  )
}
