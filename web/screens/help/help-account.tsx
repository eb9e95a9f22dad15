import { useProduct } from '../../shell/product.tsx'
import { List, Name, Section, Strong } from './help-frame.tsx'
import { titleOf } from './help-sections.ts'

/** Sections about the account, privacy, limits and troubleshooting. */
export function HelpAccount() {
  return (
    <>
      <TwoStepSection />
      <PrivacySection />
      <LimitsSection />
      <TroubleshootingSection />
    </>
  )
}

export function TwoStepSection() {
  const { name } = useProduct()
  return (
    <Section id="two-step" title={titleOf('two-step')}>
      <p>
        Whoever gets into {name} sees the subjects of your email, so a second step at sign-in is worth its ten seconds.
        In <Name>Account Settings</Name> add an authenticator app or a passkey. Then print the recovery codes or keep
        them in a password manager: each works once, and they are the way in when your phone is gone.
      </p>
    </Section>
  )
}

function PrivacySection() {
  const { name } = useProduct()
  return (
    <Section id="privacy" title={titleOf('privacy')}>
      <List>
        <li>
          The text of your email is read to decide about it, and never stored. Attachments are opened only where an
          action of yours says so, and files of connected services only for what you have set up.
        </li>
        <li>
          Subject and sender stay in the history for a while so that you can look things up; what was learned is kept as
          numbers, not as text.
        </li>
        <li>
          <Name>Settings</Name> of a mailbox says what Microsoft lets {name} do there. Disconnecting ends it and deletes
          what was kept about the mailbox; your email stays in Outlook.
        </li>
        <li>In Account Settings you can take everything with you as a file, or delete the account.</li>
      </List>
    </Section>
  )
}

export function LimitsSection() {
  return (
    <Section id="limits" title={titleOf('limits')}>
      <p>
        Each plan sorts so many emails a month, over all your mailboxes; the month begins on its first day, in UTC. The
        bell tells you at 80% and 95%. Beyond the limit new email stays in your inbox and the history says so. Nothing
        is lost, and it is not sorted afterwards by itself.
      </p>
      <p>
        “Time saved” on the dashboard is an estimate: half a minute for each email that you did not have to file by
        hand.
      </p>
    </Section>
  )
}

export function TroubleshootingSection() {
  return (
    <Section id="trouble" title={titleOf('trouble')}>
      <List>
        <li>
          <Strong>A mailbox is amber.</Strong> Microsoft no longer accepts our sign-in, for example after you changed
          your password there. Press <Name>Reconnect</Name> in its row on the tab Mailbox and sign in to the same
          mailbox: your folders and instructions are kept.
        </li>
        <li>
          <Strong>An email was not looked at.</Strong>
          {' What no notification told is found within a quarter of an hour; '}
          <Name>Catch Up Now</Name> in the mailbox’s settings looks at once.
        </li>
        <li>
          <Strong>Folders are missing.</Strong> Press <Name>Sync Folders</Name>. Deleted Items, Junk, Drafts, Sent Items
          and the Outbox are never used.
        </li>
      </List>
    </Section>
  )
}
