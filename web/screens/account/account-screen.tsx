import { useRef, useState } from 'react'
import { PageHeading } from '../../shell/page-heading.tsx'
import { ActivityCard } from './activity-card.tsx'
import { DataCard } from './data-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { ForwardAddressesCard } from './forward-addresses-card.tsx'
import { ManageAccountCard, type ManageAccountTab } from './manage-account-card.tsx'
import { ReauthenticationProvider } from '../../shell/reauthentication/reauthentication.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInMethodsCard } from './sign-in-methods-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'
import { useProviderLinkReturn } from './use-provider-link-return.ts'

export function AccountScreen() {
  const [tab, setTab] = useState<ManageAccountTab>('email')
  const manageCard = useRef<HTMLDivElement>(null)
  useProviderLinkReturn()

  const showPassword = (): void => {
    setTab('password')
    manageCard.current?.scrollIntoView({ block: 'start' })
    requestAnimationFrame(() =>
      manageCard.current?.querySelector<HTMLElement>('[role=tabpanel] input:not([type=hidden])')?.focus(),
    )
  }

  return (
    <ReauthenticationProvider>
      <PageHeading title="Account Settings" />
      <div className="max-w-3xl space-y-6">
        <div ref={manageCard} className="scroll-mt-24">
          <ManageAccountCard tab={tab} onTab={setTab} />
        </div>
        <TwoStepCard />
        <SignInMethodsCard onPassword={showPassword} />
        <SessionsCard />
        <ForwardAddressesCard />
        <ActivityCard />
        <DataCard />
        <DeleteCard />
      </div>
    </ReauthenticationProvider>
  )
}
