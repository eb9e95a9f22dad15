import { now } from '../lib/clock.ts'
import { useProduct } from './product.tsx'

export function Footer() {
  const { name } = useProduct()
  return (
    <footer className="mt-auto pt-12 text-xs text-muted">
      © {now().getFullYear()} {name}
    </footer>
  )
}
