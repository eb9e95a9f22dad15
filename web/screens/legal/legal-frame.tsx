import type { ReactNode } from 'react'
import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { t } from '../../texts/translate.ts'
import { LogoMark } from '../../ui/logo.tsx'

/** Layout of the legal pages: narrow text with headings. */
export function LegalFrame({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) {
  const { name } = useProduct()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · ${name}`}</title>
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 w-full max-w-176 items-center justify-between gap-4 px-5 sm:px-8">
          <Link to="/" className="flex items-center gap-2.5 rounded-lg text-lg font-semibold tracking-tight">
            <LogoMark />
            {name}
          </Link>
          <nav aria-label={t('Legal')} className="flex gap-4 text-sm text-muted">
            <LegalLink to="/terms">{t('Terms')}</LegalLink>
            <LegalLink to="/privacy">{t('Privacy')}</LegalLink>
          </nav>
        </div>
      </header>
      <main className="mx-auto w-full max-w-176 px-5 pt-10 pb-20 sm:px-8 sm:pt-14">
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {title}
        </h1>
        <div className="mt-4 text-muted">{intro}</div>
        {children}
        <p className="mt-14 border-t border-line pt-6 text-sm text-muted">
          {t(
            'This text comes with the software as a template. An operator who runs {name} for others should ' +
              'have it checked and adapted by someone who knows the applicable law.',
            { name },
          )}
        </p>
      </main>
    </div>
  )
}

function LegalLink({ to, children }: { to: '/terms' | '/privacy'; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      className="rounded-sm hover:text-ink hover:underline aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  )
}

/** The `<b>` of a text: an emphasized term. */
export const b = (content: ReactNode) => <strong className="font-semibold">{content}</strong>

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 space-y-3">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

export function List({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-2 pl-5 marker:text-muted">{children}</ul>
}

/** Contact address of the operator. */
export function OperatorAddress() {
  const { supportEmail } = useProduct()
  if (supportEmail === '') return <>{t('the person who set it up for you')}</>
  return (
    <a
      href={`mailto:${supportEmail}`}
      className="rounded-sm font-medium text-accent underline underline-offset-4 wrap-anywhere hover:text-accent-strong"
    >
      {supportEmail}
    </a>
  )
}
