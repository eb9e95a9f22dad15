import { Link } from '@tanstack/react-router'
import { now } from '../lib/clock.ts'
import { useProduct } from './product.tsx'

const look = 'rounded-sm hover:text-ink hover:underline'

/** Not seen while something above it is still a grey place: what comes pushes it down. */
export function Footer() {
  const { name } = useProduct()
  return (
    <footer className="mt-auto flex in-[main:has([data-waiting])]:invisible flex-wrap gap-x-4 gap-y-1 pt-12 text-xs text-muted">
      <span>
        © {now().getFullYear()} {name}
      </span>
      <Link to="/help" className={look}>
        Documentation
      </Link>
      <Link to="/terms" className={look}>
        Terms of Service
      </Link>
      <Link to="/privacy" className={look}>
        Privacy Policy
      </Link>
    </footer>
  )
}
