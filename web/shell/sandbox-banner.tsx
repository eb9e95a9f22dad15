import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'

/** Over all screens, in the space above the controls of the header, so that it moves nothing; it takes no clicks. */
export const SandboxBanner = () => (
  <aside
    aria-label={t('Sandbox')}
    className={cx(
      'pointer-events-none fixed top-0 left-1/2 z-40 -translate-x-1/2 rounded-b-md bg-warn-soft px-2 py-px',
      'text-2xs leading-none font-medium whitespace-nowrap text-warn print:hidden',
    )}
  >
    {t('Sandbox: services that are not configured are simulated')}
  </aside>
)
