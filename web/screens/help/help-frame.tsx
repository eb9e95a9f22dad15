import type { ReactNode } from 'react'
import { Link } from '../../routing/link.tsx'
import { LogoMark } from '../../shell/logo.tsx'
import { useProduct } from '../../shell/product.tsx'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'

interface HelpFrameProps {
  title: string
  intro: ReactNode
  sections: readonly { id: string; title: string }[]
  children: ReactNode
}

const headerClasses =
  'mx-auto flex min-h-16 w-full max-w-5xl flex-wrap items-center justify-between gap-x-4 px-5 sm:px-8'

/** Layout of the documentation: text with a table of contents. */
export function HelpFrame({ title, intro, sections, children }: HelpFrameProps) {
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

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 max-w-2xl scroll-mt-8 space-y-3">
      <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="list-decimal space-y-2 pl-5 marker:text-muted">{children}</ol>
)

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="list-disc space-y-2 pl-5 marker:text-muted">{children}</ul>
)

/** The `<b>` of a text: an emphasized term, or the label of a control as it appears in the product. */
export const b = (content: ReactNode) => <strong className="font-semibold">{content}</strong>
