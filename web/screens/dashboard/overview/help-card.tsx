import { BookOpen } from 'lucide-react'
import { useProduct } from '../../../api/product.tsx'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'

export function HelpCard() {
  const { name, supportEmail } = useProduct()
  return (
    <Card
      title={t('Need Help')}
      actions={
        <Link to="/help" className={buttonClasses()}>
          <BookOpen aria-hidden="true" />
          {t('View Documentation')}
        </Link>
      }
    >
      <p className="-mt-1 max-w-2xl px-5 pb-5 text-sm text-muted">
        {t('Emails that {name} is not sure about stay in your inbox, so nothing gets lost.', { name })}
        {supportEmail && (
          <>
            {' '}
            {rich('Questions? Write to <link>{address}</link>.', {
              address: supportEmail,
              link: (content) => (
                <a href={`mailto:${supportEmail}`} className={linkClasses}>
                  {content}
                </a>
              ),
            })}
          </>
        )}
      </p>
    </Card>
  )
}
