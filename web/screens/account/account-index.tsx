import { t } from '../../texts/translate.ts'

interface AccountIndexProps {
  sections: readonly { id: string; title: string }[]
}

/** Links to the sections of the page, beside them where there is room. */
export const AccountIndex = ({ sections }: AccountIndexProps) => (
  <nav aria-label={t('On this page')} className="max-xl:hidden">
    <div className="sticky top-24">
      <p className="text-xs font-medium text-muted">{t('On this page')}</p>
      <ul className="-mx-3 mt-2 text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-md px-3 py-1.5 text-muted hover:bg-sunken hover:text-ink">
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </nav>
)
