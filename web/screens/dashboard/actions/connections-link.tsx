import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { t } from '../../../texts/translate.ts'

/** Opens in a new tab, so that unsaved settings here are kept. */
export const ConnectionsLink = () => (
  <a href="/connections" target="_blank" rel="noreferrer" className={inlineLinkClasses}>
    {t('Connections')}
    <span className="sr-only"> {t('(opens in a new tab)')}</span>
  </a>
)
