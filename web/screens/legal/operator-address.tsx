import { useProduct } from '../../shell/product.tsx'

/** Contact address of the operator. */
export function OperatorAddress() {
  const { supportEmail } = useProduct()
  if (supportEmail === '') return <>whoever set it up for you</>
  return (
    <a
      href={`mailto:${supportEmail}`}
      className="rounded-sm font-medium text-accent underline underline-offset-4 wrap-anywhere hover:text-accent-strong"
    >
      {supportEmail}
    </a>
  )
}
