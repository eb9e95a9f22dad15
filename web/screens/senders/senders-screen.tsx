import { ActiveMailbox } from '../../features/mailbox/active-mailbox-content.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { SendersCard } from './senders-card.tsx'

const RecentPresses = onDemand(async () => (await import('./recent-presses.tsx')).RecentPresses)

/** Who writes, how much of it is read, and where it goes. */
export const SendersScreen = () => (
  <>
    <PageHeading
      title={t('Senders')}
      description={t('Who writes to you, how much of it you read, and where it goes.')}
    />
    <ActiveMailbox purpose={t('Connect your mailbox, then those who write to you are listed here.')}>
      {(mailboxId) => (
        <div key={mailboxId}>
          <SendersCard mailboxId={mailboxId} />
          <RecentPresses mailboxId={mailboxId} />
        </div>
      )}
    </ActiveMailbox>
    <Footer />
  </>
)
