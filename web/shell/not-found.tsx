import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonLook } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => {
    // Asked for by specification §2: a wrong link should be easy to trace.
    console.error('404: there is no page at', pathname)
  }, [pathname])
  return (
    <FullPage
      title="Page not found"
      heading="Oops! Page not found"
      text={<p>There is nothing at this address (404).</p>}
      action={
        <Link to="/" className={buttonLook('primary')}>
          Return to Home
        </Link>
      }
    />
  )
}
