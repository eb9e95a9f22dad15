import { useRef, useState } from 'react'
import { PageHeading } from '../../shell/page-heading.tsx'
import { ActivityCard } from './activity-card.tsx'
import { DataCard } from './data-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { ManageCard, type ManageTab } from './manage-card.tsx'
import { ProofProvider } from './proof.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInMethodsCard } from './sign-in-methods-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'
import { useLinkedReturn } from './use-linked-return.ts'

export function AccountScreen() {
  const [tab, setTab] = useState<ManageTab>('email')
  const top = useRef<HTMLDivElement>(null)
  useLinkedReturn()

  const showPassword = (): void => {
    setTab('password')
    top.current?.scrollIntoView({ block: 'start' })
    requestAnimationFrame(() =>
      top.current?.querySelector<HTMLElement>('[role=tabpanel] input:not([type=hidden])')?.focus(),
    )
  }

  return (
    <ProofProvider>
      <PageHeading title="Account Settings" />
      <div className="max-w-3xl space-y-6">
        <div ref={top} className="scroll-mt-24">
          <ManageCard tab={tab} onTab={setTab} />
        </div>
        <TwoStepCard />
        <SignInMethodsCard onPassword={showPassword} />
        <SessionsCard />
        <ActivityCard />
        <DataCard />
        <DeleteCard />
      </div>
    </ProofProvider>
  )
}
