import type { ReactNode } from 'react'
import { useProduct } from '../../api/product.tsx'
import { HelpAccount } from '../../features/help/help-account.tsx'
import { HelpActions } from '../../features/help/help-actions.tsx'
import { HelpMail } from '../../features/help/help-mail.tsx'
import { helpSections } from '../../features/help/help-section.tsx'
import { HelpSorting } from '../../features/help/help-sorting.tsx'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'
import { LogoMark } from '../../ui/logo.tsx'

export function HelpScreen() {
  const { name, supportEmail } = useProduct()
  return (
    <HelpFrame
      title={t('Documentation')}
      sections={helpSections}
      intro={t(
        '{name} reads each new email in your inbox and moves it to the folder where it belongs. You say in ' +
          'your own words what belongs where. This page shows how, and what to do when something goes wrong.',
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

interface HelpFrameProps {
  title: string
  intro: ReactNode
  sections: readonly { id: string; title: string }[]
  children: ReactNode
}

const headerClasses =
  'mx-auto flex min-h-16 w-full max-w-5xl flex-wrap items-center justify-between gap-x-4 px-5 sm:px-8'

/** Layout of the documentation: text with a table of contents. */
function HelpFrame({ title, intro, sections, children }: HelpFrameProps) {
  const { name } = useProduct()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · ${name}`}</title>
      <header className="border-b border-line">
        <div className={headerClasses}>
          <Link to="/" className="flex items-center gap-2.5 rounded-lg text-lg font-semibold tracking-tight">
            <LogoMark />
            {name}
          </Link>
          <Link to="/dashboard" className="rounded-sm text-sm text-muted hover:text-ink hover:underline">
            {t('Dashboard')}
          </Link>
        </div>
      </header>
      <div
        className={cx(
          'mx-auto grid w-full max-w-5xl gap-10 px-5 pt-10 pb-20 sm:px-8 sm:pt-14',
          'lg:grid-cols-[13rem_minmax(0,1fr)]',
        )}
      >
        <nav aria-label={t('Contents')} className="lg:sticky lg:top-10 lg:self-start max-lg:order-2 max-lg:hidden">
          <Contents sections={sections} />
        </nav>
        <main className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
            {title}
          </h1>
          <div className="mt-4 max-w-2xl text-muted">{intro}</div>
          <nav aria-label={t('Contents')} className="mt-6 rounded-xl border border-line bg-surface p-4 lg:hidden">
            <Contents sections={sections} />
          </nav>
          {children}
        </main>
      </div>
    </div>
  )
}

function Contents({ sections }: Pick<HelpFrameProps, 'sections'>) {
  return (
    <ul className="grid gap-x-8 gap-y-2 text-sm sm:max-lg:grid-cols-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="rounded-sm text-muted hover:text-ink hover:underline">
            {t(title)}
          </a>
        </li>
      ))}
    </ul>
  )
}
