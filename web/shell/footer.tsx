import { useProduct } from '../api/product.tsx'
import { now } from '../lib/clock.ts'
import { Link } from '../routing/link.tsx'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'

const linkClasses = 'rounded-sm hover:text-ink hover:underline'

/** Hidden while a placeholder is shown above: loaded content would push the footer down. */
export function Footer() {
  const { name } = useProduct()
  return (
    <footer
      className={cx(
        'mt-auto flex in-[main:has([data-waiting])]:invisible flex-wrap gap-x-4 gap-y-1',
        'pt-12 text-xs text-muted print:hidden',
      )}
    >
      <span>
        © {now().getFullYear()} {name}
      </span>
      <Link to="/help" className={linkClasses}>
        {t('Documentation')}
      </Link>
      <Link to="/terms" className={linkClasses}>
        {t('Terms of Service')}
      </Link>
      <Link to="/privacy" className={linkClasses}>
        {t('Privacy Policy')}
      </Link>
    </footer>
  )
}
