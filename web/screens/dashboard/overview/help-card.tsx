import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { useProduct } from '../../../shell/product.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'

export function HelpCard() {
  const { supportEmail } = useProduct()
  return (
    <Card
      title="Need Help"
      actions={
        <Link to="/help" className={buttonClasses()}>
          <BookOpen aria-hidden="true" />
          View Documentation
        </Link>
      }
    >
      <p className="-mt-1 max-w-2xl px-5 pb-5 text-sm text-muted">
        Mail that nobody is sure about stays in your inbox, so nothing gets lost while you find your way.
        {supportEmail && (
          <>
            {' '}
            Questions? Write to{' '}
            <a href={`mailto:${supportEmail}`} className={linkClasses}>
              {supportEmail}
            </a>
            .
          </>
        )}
      </p>
    </Card>
  )
}
