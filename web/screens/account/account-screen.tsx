import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { forwardAddressesQuery } from '../../api/forward-addresses.ts'
import { timeZoneQuery } from '../../api/account-locale.ts'
import { ReauthenticationProvider } from '../../features/reauthentication/reauthentication-provider.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { timeZone } from '../../lib/time-zone.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { replaceLocation } from '../../routing/router.ts'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t, text } from '../../texts/translate.ts'
import { ActivityCard } from './activity-card.tsx'
import { BrowserNotificationsCard } from './browser-notifications-card.tsx'
import { DataCard, DeleteCard } from './data-and-deletion-cards.tsx'
import { DigestCard } from './digest-card.tsx'
import { LanguageCard, TimeZoneCard } from './language-and-time-zone-cards.tsx'
import { ManageAccountCard, type ManageAccountTab } from './manage-account-card.tsx'
import { providerName, SignInMethodsCard } from './sign-in-methods-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'

const ForwardAddressesCard = onDemand(async () => (await import('./forward-addresses-card.tsx')).ForwardAddressesCard)

/** Security first. The forward addresses have their own anchor, to which notifications link. */
const sections: readonly { id: string; title: string; Content: ComponentType<{ onPassword: () => void }> }[] = [
  { id: 'two-step', title: text('Two-step sign-in'), Content: TwoStepCard },
  { id: 'methods', title: text('Sign-in methods'), Content: SignInMethodsCard },
  { id: 'sessions', title: text('Sessions'), Content: SessionsCard },
  { id: 'activity', title: text('Recent activity'), Content: ActivityCard },
  { id: 'forwarding', title: text('Forwarding addresses'), Content: ForwardAddresses },
  { id: 'digest', title: text('Email digest'), Content: DigestCard },
  { id: 'browser-notifications', title: text('Browser notifications'), Content: BrowserNotificationsCard },
  { id: 'language', title: text('Language'), Content: LanguageCard },
  { id: 'time-zone', title: text('Time zone'), Content: TimeZoneCard },
  { id: 'data', title: text('Your data'), Content: DataCard },
  { id: 'delete', title: text('Delete account'), Content: DeleteCard },
]

export function AccountScreen() {
  const [tab, setTab] = useState<ManageAccountTab>('email')
  const manageCard = useRef<HTMLDivElement>(null)
  useProviderLinkReturn()
  const { data } = useQuery(timeZoneQuery)
  const zone = data?.timeZone ?? timeZone()
  const { data: addresses = [] } = useQuery(forwardAddressesQuery)
  // Its card is not shown to users who have none.
  const indexed = sections.filter(({ id }) => id !== 'forwarding' || addresses.length > 0)

  const showPassword = (): void => {
    setTab('password')
    manageCard.current?.scrollIntoView({ block: 'start' })
    requestAnimationFrame(() =>
      manageCard.current?.querySelector<HTMLElement>('[role=tabpanel] input:not([type=hidden])')?.focus(),
    )
  }

  return (
    <ReauthenticationProvider>
      <PageHeading title={t('Account Settings')} />
      <div className="flex gap-10">
        <div className="min-w-0 max-w-3xl flex-1 space-y-6">
          <div ref={manageCard} id="sign-in" className="scroll-mt-24">
            <ManageAccountCard tab={tab} onTab={setTab} />
          </div>
          {sections.map(({ id, Content }) => (
            // Another time zone renders all dates again; its own card keeps the focus.
            <div key={id === 'time-zone' ? id : `${id} ${zone}`} id={id} className="scroll-mt-24 empty:hidden">
              <Content onPassword={showPassword} />
            </div>
          ))}
        </div>
        <AccountIndex sections={[{ id: 'sign-in', title: text('Email and password') }, ...indexed]} />
      </div>
    </ReauthenticationProvider>
  )
}

/** Its code is loaded for users who have such addresses, and stays when they remove the last one. */
function ForwardAddresses() {
  const { data: addresses = [], error } = useQuery(forwardAddressesQuery)
  const [isShown, setIsShown] = useState(false)
  if (!isShown && (error || addresses.length > 0)) setIsShown(true)
  return isShown && <ForwardAddressesCard />
}

interface AccountIndexProps {
  sections: readonly { id: string; title: string }[]
}

/** Links to the sections of the page, beside them where there is room. */
const AccountIndex = ({ sections }: AccountIndexProps) => (
  <nav aria-label={t('On this page')} className="max-xl:hidden">
    <div className="sticky top-24">
      <p className="text-xs font-medium text-muted">{t('On this page')}</p>
      <ul className="-mx-3 mt-2 text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-md px-3 py-1.5 text-muted hover:bg-sunken hover:text-ink">
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </nav>
)

/**
 * Handles the return from linking a provider: cleans the URL and shows success only if the server lists the provider,
 * since anyone can craft such a URL.
 */
function useProviderLinkReturn(): void {
  const client = useQueryClient()
  const location = useLocation()

  useEffect(() => {
    const { linked } = location.search
    if (linked === undefined) return
    replaceLocation(location, { to: '/account' })
    void reportLink(client, linked)
  }, [location, client])
}

async function reportLink(client: QueryClient, linked: string): Promise<void> {
  const account = await client.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => null)
  const isLinked = account?.methods.some(({ provider }) => provider === linked)
  if (isLinked) toastSuccess(t('{provider} linked', { provider: providerName(linked) }))
}
