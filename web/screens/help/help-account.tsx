import { useProduct } from '../../shell/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { b, List, Section } from './help-frame.tsx'
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
        {rich(
          'Whoever gets into {name} sees the subjects of your email, so a second step at sign-in is worth its ten ' +
            'seconds. In <b>Account Settings</b> add an authenticator app or a passkey. Then print the recovery ' +
            'codes or keep them in a password manager: each works once, and they are the way in when your phone is ' +
            'gone.',
          { name, b },
        )}
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
          {t(
            'The text of your email is read to decide about it, and never stored. Attachments are opened only where ' +
              'an action of yours says so, and files of connected services only for what you have set up.',
          )}
        </li>
        <li>
          {t(
            'Subject and sender stay in the history for a while so that you can look things up; what was learned is ' +
              'kept as numbers, not as text.',
          )}
        </li>
        <li>
          {rich(
            '<b>Settings</b> of a mailbox says what Microsoft lets {name} do there. Disconnecting ends it and ' +
              'deletes what was kept about the mailbox; your email stays in Outlook.',
            { b, name },
          )}
        </li>
        <li>{t('In Account Settings you can take everything with you as a file, or delete the account.')}</li>
      </List>
    </Section>
  )
}

export function LimitsSection() {
  return (
    <Section id="limits" title={titleOf('limits')}>
      <p>
        {t(
          'Each plan sorts so many emails a month, over all your mailboxes; the month begins on its first day, in ' +
            'UTC. The bell tells you at 80% and 95%. Beyond the limit new email stays in your inbox and the history ' +
            'says so. Nothing is lost, and it is not sorted afterwards by itself.',
        )}
      </p>
      <p>
        {t(
          '“Time saved” on the dashboard is an estimate: half a minute for each email that you did not have to file ' +
            'by hand.',
        )}
      </p>
    </Section>
  )
}

export function TroubleshootingSection() {
  return (
    <Section id="trouble" title={titleOf('trouble')}>
      <List>
        <li>
          {rich(
            '<b>A mailbox is amber.</b> Microsoft no longer accepts our sign-in, for example after you changed your ' +
              'password there. Press <b>Reconnect</b> in its row on the tab Mailbox and sign in to the same ' +
              'mailbox: your folders and instructions are kept.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>An email was not looked at.</b> What no notification told is found within a quarter of an hour; ' +
              '<b>Catch Up Now</b> in the mailbox’s settings looks at once.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>Folders are missing.</b> Press <b>Sync Folders</b>. Deleted Items, Junk, Drafts, Sent Items and the ' +
              'Outbox are never used.',
            { b },
          )}
        </li>
      </List>
    </Section>
  )
}
