import { inlineLinkClasses } from '../../../ui/link-classes.ts'

/** Opens in a new tab, so that unsaved settings here are kept. */
export const ConnectionsLink = () => (
  <a href="/connections" target="_blank" rel="noreferrer" className={inlineLinkClasses}>
    Connections
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
