import { t } from '../texts/translate.ts'
import { badgeClasses } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'

/** Over all screens, so that it moves nothing; it takes no clicks. */
export const SandboxBanner = () => (
  <aside
    aria-label={t('Sandbox')}
    className={cx(
      badgeClasses('warn'),
      'pointer-events-none fixed top-0 left-1/2 z-40 -translate-x-1/2 rounded-t-none py-0 whitespace-nowrap',
      'print:hidden',
    )}
  >
    {t('Sandbox: services that are not configured are simulated')}
  </aside>
)
