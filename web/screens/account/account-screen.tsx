import { PageHeading } from '../../shell/page-heading.tsx'
import { useUser } from '../../shell/signed-in-user.tsx'
import { Card } from '../../ui/card.tsx'

/** Changing address and password is not there yet; this shows what is. */
export function AccountScreen() {
  const { email } = useUser()
  return (
    <>
      <PageHeading title="Account Settings" />
      <Card title="Manage Your Account" className="max-w-2xl">
        <dl className="border-t border-line px-5 py-4 text-sm">
          <dt className="text-xs text-muted">Email Address</dt>
          <dd className="text-base wrap-anywhere">{email}</dd>
        </dl>
      </Card>
    </>
  )
}
