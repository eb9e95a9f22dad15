import { useEffect } from 'react'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/router-view.tsx'
import { t } from '../texts/translate.ts'
import { buttonClasses } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => {
    // Helps to trace a wrong link.
    console.error('404: there is no page at', pathname)
  }, [pathname])
  return (
    <FullPage
      title={t('Page not found')}
      heading={t('Oops! Page not found')}
      text={<p>{t('There is nothing at this address (404).')}</p>}
      action={
        <Link to="/" className={buttonClasses('primary')}>
          {t('Return to Home')}
        </Link>
      }
    />
  )
}
