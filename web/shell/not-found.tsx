import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
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
      title="Page not found"
      heading="Oops! Page not found"
      text={<p>There is nothing at this address (404).</p>}
      action={
        <Link to="/" className={buttonClasses('primary')}>
          Return to Home
        </Link>
      }
    />
  )
}
