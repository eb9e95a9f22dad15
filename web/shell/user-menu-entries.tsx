import { CircleQuestionMark, CircleUser, CreditCard, LogOut, Server } from 'lucide-react'
import { useProduct } from '../api/product.tsx'
import { useUser } from '../api/signed-in-user.tsx'
import { Link } from '../routing/link.tsx'
import { t } from '../texts/translate.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useSignOut } from './use-sign-out.ts'

const entryClasses =
  'flex min-h-10 w-full items-center gap-3 rounded-lg px-3 py-2 text-left text-sm hover:bg-sunken ' +
  '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

interface UserMenuEntriesProps {
  email: string
  onClose: () => void
  onHelp: () => void
}

export const UserMenuEntries = ({ email, onClose, onHelp }: UserMenuEntriesProps) => (
  <>
    <p className="truncate px-3 pt-1.5 pb-2 text-xs text-muted" title={email}>
      {email}
    </p>
    <ul className="border-t border-line pt-1.5">
      <li>
        <Link to="/account" onClick={onClose} className={entryClasses}>
          <CircleUser aria-hidden="true" />
          {t('Account')}
        </Link>
      </li>
      {useProduct().hasPlans && (
        <li>
          <Link to="/subscription" onClick={onClose} className={entryClasses}>
            <CreditCard aria-hidden="true" />
            {t('Plan')}
          </Link>
        </li>
      )}
      {useUser().isOperator && (
        <li>
          <Link to="/operator" onClick={onClose} className={entryClasses}>
            <Server aria-hidden="true" />
            {t('Operator')}
          </Link>
        </li>
      )}
      <li>
        <button type="button" className={entryClasses} onClick={onHelp}>
          <CircleQuestionMark aria-hidden="true" />
          {t('Help')}
        </button>
      </li>
      <li className="mt-1.5 border-t border-line pt-1.5">
        <SignOut />
      </li>
    </ul>
  </>
)

function SignOut() {
  const { busy, submit } = useSignOut()
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={entryClasses}
      onClick={submit}
    >
      {busy ? <Spinner /> : <LogOut aria-hidden="true" />}
      {t('Sign Out')}
    </button>
  )
}
