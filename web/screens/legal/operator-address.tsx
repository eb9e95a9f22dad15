import { useProduct } from '../../api/product.tsx'
import { t } from '../../texts/translate.ts'

/** Contact address of the operator. */
export function OperatorAddress() {
  const { supportEmail } = useProduct()
  if (supportEmail === '') return <>{t('the person who set it up for you')}</>
  return (
    <a
      href={`mailto:${supportEmail}`}
      className="rounded-sm font-medium text-accent underline underline-offset-4 wrap-anywhere hover:text-accent-strong"
    >
      {supportEmail}
    </a>
  )
}
