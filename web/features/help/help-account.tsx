import { useProduct } from '../../api/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { b, List, Section, titleOf } from './help-section.tsx'

/** Sections about the account, privacy, limits and troubleshooting. */
export function HelpAccount() {
  return (
    <>
      <TwoStepSection />
      <DigestSection />
      <PrivacySection />
      <LimitsSection />
      <TroubleshootingSection />
    </>
  )
}

export function TwoStepSection() {
  return (
    <Section id="two-step" title={titleOf('two-step')}>
      <p>
        {rich(
          'Anyone who gets into your account sees the subjects of your emails. A second step at sign-in ' +
            'prevents that: add an authenticator app or a passkey in <b>Account Settings</b>. Then print the ' +
            'recovery codes or keep them in a password manager. Each works once, and you need them if you ' +
            'lose your phone.',
          { b },
        )}
      </p>
    </Section>
  )
}

export function DigestSection() {
  return (
    <Section id="digest" title={titleOf('digest')}>
      <p>
        {rich(
          'The digest is a summary by email, at the hour and on the days that you choose in <b>Account ' +
            'Settings</b>: what was sorted, what waits for your review, and what needs you. Its links put an email ' +
            'back into the inbox or file it, without a sign-in: each opens a page that asks first, and works once ' +
            'within seven days. So do not forward a digest.',
          { b },
        )}
      </p>
      <p>
        {t(
          'Another email is sent when a mailbox has not been sorted for an hour, because it needs a new sign-in or ' +
            'is not available, and one when it is sorted again. You can switch them off there.',
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
            'The text of your emails is read to decide where they go, and never stored. Attachments are opened ' +
              'only where one of your actions needs them, and files of connected services only for what you ' +
              'have set up.',
          )}
        </li>
        <li>
          {t(
            'Subject and sender stay in the history for a while so that you can look things up. What was ' +
              'learned is stored as numbers, not as text.',
          )}
        </li>
        <li>
          {rich(
            'The <b>Settings</b> of a mailbox show what {name} may do there. Disconnecting ends this and deletes ' +
              'what was stored about the mailbox; your emails stay where they are.',
            { b, name },
          )}
        </li>
        <li>{t('In Account Settings you can export everything as a file, or delete the account.')}</li>
      </List>
    </Section>
  )
}

export function LimitsSection() {
  const { hasPlans } = useProduct()
  return (
    <Section id="limits" title={titleOf('limits')}>
      <p>
        {hasPlans
          ? t(
              'Each plan sorts a number of emails per month, for all your mailboxes together; the month begins ' +
                'on its first day, in UTC. The bell notifies you at 80% and 95%. Beyond the limit new emails stay ' +
                'in your inbox and the history says so. Nothing is lost, and nothing is sorted automatically ' +
                'afterwards.',
            )
          : t(
              'Any number of emails is sorted, unless the operator of this server has set a monthly limit for you: ' +
                'then the dashboard shows it, and beyond it new emails stay in your inbox.',
            )}
      </p>
      <p>
        {t(
          '“Time saved” on the dashboard is an estimate: half a minute for each email that you did not have ' +
            'to file yourself.',
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
            '<b>A mailbox is amber.</b> It no longer accepts the sign-in, for example after you changed its ' +
              'password. Press <b>Reconnect</b> in its row on the tab Mailbox and sign in to the same mailbox, or ' +
              'enter its new password: your folders and instructions are kept.',
            { b },
          )}
        </li>
        <li>
          {rich(
            '<b>An email was not checked.</b> Emails that the mailbox did not report are found within 15 minutes. ' +
              '<b>Check for Missed Emails</b> in the settings of the mailbox looks for them immediately.',
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
