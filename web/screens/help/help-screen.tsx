import { Link } from '@tanstack/react-router'
import { useProduct } from '../../shell/product.tsx'
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
      title="Documentation"
      sections={helpSections}
      intro={
        <>
          {name} reads each new email in your Outlook inbox and moves it to the folder where it belongs. You say in your
          own words what belongs where. This page says how, and what to do when it goes wrong.
        </>
      }
    >
      <HelpMail />
      <HelpSorting />
      <HelpActions />
      <HelpAccount />
      <p className="mt-14 max-w-[42rem] border-t border-line pt-6 text-sm text-muted">
        {supportEmail && (
          <>
            Not answered here? Write to{' '}
            <a
              href={`mailto:${supportEmail}`}
              className="rounded-sm wrap-anywhere text-accent underline underline-offset-4"
            >
              {supportEmail}
            </a>
            .{' '}
          </>
        )}
        See also the{' '}
        <Link to="/privacy" className="rounded-sm text-accent underline underline-offset-4">
          Privacy Policy
        </Link>{' '}
        and the{' '}
        <Link to="/terms" className="rounded-sm text-accent underline underline-offset-4">
          Terms of Service
        </Link>
        .
      </p>
    </HelpFrame>
  )
}
