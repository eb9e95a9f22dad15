import { useProduct } from '../../api/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { b, List, Section, Steps, titleOf } from './help-section.tsx'

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
          'Open the row of a folder on the Folders tab to find its <b>Automated Actions</b>. They run one ' +
            'after the other, in the order of the list, for each email that is sorted into this folder:',
          { b },
        )}
      </p>
      <ActionTypes />
      <p>
        {t(
          'An action that lacks something, such as an address or a connected service, is off at first. ' +
            'Saving its settings switches it on as soon as nothing is missing.',
        )}
      </p>
      <p>
        {rich(
          '<b>Test</b> in the settings of an action shows what would happen to the newest email of the ' +
            'folder. It changes and sends nothing, and you need not save your changes first.',
          { b },
        )}
      </p>
      <p>
        {rich(
          'The history shows what the actions did: open an email there and look at <b>What its actions ' +
            'did</b>. Each step with a result has a link to it. A failed action says why, and <b>Try ' +
            'Again</b> continues where it stopped: nothing is done twice. When a service does not respond, ' +
            '{name} tries again automatically, for up to a day.',
          { b, name },
        )}
      </p>
      <p>
        {rich(
          'To stop all actions together, open the <b>Settings</b> of the mailbox and switch on <b>Pause all ' +
            'automated actions</b>. Email is sorted as before; its actions wait until you switch this off.',
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
          '<b>Draft reply</b> writes a reply in the tone and length you choose and puts it into the drafts of ' +
            'your mailbox. You read it and send it. Automatic email and mailing lists get no reply.',
          { b },
        )}
      </li>
      <li>
        {rich(
          '<b>Forward mail</b> sends the email unchanged to one address. The recipient has to agree first, by ' +
            'a link in an email from {name}. For a mailbox at Microsoft, you have to agree there too, with ' +
            '<b>Allow Sending</b>. Until then nothing is forwarded.',
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
          '<b>AI agent</b> does what you describe in a prompt, for example storing the invoice and creating ' +
            'a contact for the sender.',
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
          'For storing attachments and for the AI agent you write a prompt: what to do, with what, and ' +
            'where. English, German, French, Spanish and Dutch are understood. When you save it, the prompt ' +
            'becomes a plan of fixed steps, and only this plan runs. The text of an email can never change ' +
            'it.',
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
            'When you pause, the plan appears: its steps as numbered sentences, the services that they need, ' +
              'the confidence, and what was left out. Below 30%, write the prompt more simply. <b>Analyze</b> ' +
              'creates the plan again.',
            { b },
          )}
        </li>
        <li>
          {rich('<b>Enhance</b> makes your words more complete. Read the result; it replaces what you wrote.', { b })}
        </li>
        <li>
          {rich(
            'Press <b>Save configuration</b>. If there is something to check in the plan, it is shown first; ' +
              'press again to save it.',
            { b },
          )}
        </li>
      </Steps>
      <p>
        {rich(
          'Later <b>What runs now</b> shows the saved plan. {name} never deletes or pays anything, whatever ' +
            'the prompt says.',
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
          'Connect a service once on the page <b>Connections</b>, so that actions can use it. Press ' +
            '<b>Connect</b>, sign in at the service and agree; your password stays there. Services marked ' +
            '<b>Coming Soon</b> cannot be connected yet.',
          { b },
        )}
      </p>
      <List>
        <li>
          {rich(
            '<b>Needs a new sign-in</b> on a card means that the service no longer accepts the sign-in. The ' +
              'bell shows this too. Press <b>Reconnect</b>; what failed then runs again. Or press <b>Disconnect</b>.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Disconnect</b> ends the access immediately. Actions that need the service fail until you ' +
              'reconnect it; stored files stay where they are.',
            { b },
          )}
        </li>
      </List>
    </Section>
  )
}
