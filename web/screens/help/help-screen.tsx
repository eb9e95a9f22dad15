import { Link } from '../../routing/link.tsx'
import { useProduct } from '../../shell/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { HelpAccount } from './help-account.tsx'
import { HelpActions } from './help-actions.tsx'
import { HelpFrame } from './help-frame.tsx'
import { HelpMail } from './help-mail.tsx'
import { helpSections } from './help-sections.ts'
import { HelpSorting } from './help-sorting.tsx'

export function HelpScreen() {
  const { name, supportEmail } = useProduct()
  return (
    <HelpFrame
      title={t('Documentation')}
      sections={helpSections}
      intro={t(
        '{name} reads each new email in your Outlook inbox and moves it to the folder where it belongs. ' +
          'You say in your own words what belongs where. This page shows how, and what to do when something ' +
          'goes wrong.',
        { name },
      )}
    >
      <HelpMail />
      <HelpSorting />
      <HelpActions />
      <HelpAccount />
      <p className="mt-14 max-w-2xl border-t border-line pt-6 text-sm text-muted">
        {supportEmail && (
          <>
            {rich('Not answered here? Write to {supportEmail}.', {
              supportEmail: (
                <a
                  href={`mailto:${supportEmail}`}
                  className="rounded-sm wrap-anywhere text-accent underline underline-offset-4"
                >
                  {supportEmail}
                </a>
              ),
            })}{' '}
          </>
        )}
        {rich('See also the <privacy>Privacy Policy</privacy> and the <terms>Terms of Service</terms>.', {
          privacy: (content) => (
            <Link to="/privacy" className="rounded-sm text-accent underline underline-offset-4">
              {content}
            </Link>
          ),
          terms: (content) => (
            <Link to="/terms" className="rounded-sm text-accent underline underline-offset-4">
              {content}
            </Link>
          ),
        })}
      </p>
    </HelpFrame>
  )
}
