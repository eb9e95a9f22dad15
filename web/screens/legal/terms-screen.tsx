import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { LegalFrame, List, OperatorAddress, Section } from './legal-frame.tsx'

export function TermsScreen() {
  const { name, hasPlans } = useProduct()
  return (
    <LegalFrame
      title={t('Terms of Service')}
      intro={t(
        'What you can expect of {name}, and what is expected of you. By creating an account you agree to this.',
        { name },
      )}
    >
      <OperatorSection />
      <ServiceSection />
      <AccountSection />
      <AcceptableUseSection />
      {hasPlans && <PlansSection />}
      <DataSection />
      <LiabilitySection />
      <TerminationSection />
    </LegalFrame>
  )
}

function OperatorSection() {
  const { name } = useProduct()
  return (
    <Section title={t('Who you deal with')}>
      <p>
        {rich(
          '{name} is run by its operator: {operatorAddress}. These terms are between you and the operator. The ' +
            'software itself is open source under the MIT licence; its makers are no party to this.',
          { name, operatorAddress: <OperatorAddress /> },
        )}
      </p>
    </Section>
  )
}

function ServiceSection() {
  const { name } = useProduct()
  return (
    <Section title={t('What it does')}>
      <p>
        {t(
          '{name} sorts emails that arrive in a mailbox into folders of that mailbox, by your instructions and ' +
            'by what it has learned from the emails that you filed. It decides automatically, and it can be ' +
            'wrong. When it is not sure, at a limit, or when something fails, an email stays in your inbox. It ' +
            'never deletes emails, and the history says what was done and why.',
          { name },
        )}
      </p>
      <p>
        {t(
          'Look through the folders that matter to you, and do not rely on sorting for anything that must not be ' +
            'late.',
        )}
      </p>
    </Section>
  )
}

function AccountSection() {
  return (
    <Section title={t('Your account')}>
      <List>
        <li>{t('Give an address that is yours, and keep your password, passkeys and recovery codes to yourself.')}</li>
        <li>
          {t('Connect only mailboxes that you may use in this way. At work, that may be for your employer to decide.')}
        </li>
        <li>{t('Write to the operator if you think that someone else has used your account.')}</li>
      </List>
    </Section>
  )
}

function AcceptableUseSection() {
  return (
    <Section title={t('What is not allowed')}>
      <p>
        {t(
          'Breaking the law with it, accessing the data of others, bypassing limits, or loading the service ' +
            'so that others cannot use it. The operator may suspend an account that does; where possible, you ' +
            'are notified first.',
        )}
      </p>
    </Section>
  )
}

function PlansSection() {
  return (
    <Section title={t('Plans and limits')}>
      <p>
        {t(
          'Each plan has a number of emails a month; what comes after that is left in your inbox. What a plan ' +
            'costs, and when a change takes effect, is shown before you choose it.',
        )}
      </p>
    </Section>
  )
}

function DataSection() {
  return (
    <Section title={t('Your data')}>
      <p>
        {rich(
          'Your email and your data stay yours. The <link>Privacy Policy</link> says what is read, stored ' +
            'and passed on.',
          {
            link: (content) => (
              <Link
                to="/privacy"
                className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
              >
                {content}
              </Link>
            ),
          },
        )}
      </p>
    </Section>
  )
}

function LiabilitySection() {
  return (
    <Section title={t('Availability and liability')}>
      <p>
        {t(
          'The service is offered as it is. It depends on others, above all on the provider of your mailbox, ' +
            'and can be unavailable or late. As far as the law allows, the operator is not liable for loss from ' +
            'email that was sorted wrongly, late or not at all. Nothing here limits rights that the law gives ' +
            'you and that cannot be waived.',
        )}
      </p>
    </Section>
  )
}

function TerminationSection() {
  return (
    <Section title={t('Ending it, and changes')}>
      <p>
        {t(
          'You can delete your account at any time in Account Settings. The operator may end the service or ' +
            'change these terms, and notifies you by email in good time; if you do not agree, you can delete ' +
            'your account before the change takes effect.',
        )}
      </p>
    </Section>
  )
}
