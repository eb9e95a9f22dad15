import { tidyUpDays } from '../../../contract/limits.ts'
import { useProduct } from '../../api/product.tsx'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MailboxToTidyUp } from './mailbox-to-tidy-up.tsx'
import { MailboxesFailed, MailboxPaused, NoMailbox } from './tidy-up-states.tsx'

/** The inbox of the last days in groups, each filed or left with one press. */
export function TidyUpScreen() {
  const { name } = useProduct()
  return (
    <>
      <PageHeading
        title={t('Tidy Up')}
        description={t(
          'The emails of the last {days} days in your inbox, in groups. Nothing is moved before you press a button, ' +
            'and {name} learns from each answer.',
          { days: tidyUpDays, name },
        )}
      />
      <Content />
      <Footer />
    </>
  )
}

function Content() {
  const { active, state } = useMailboxes()
  if (active?.status === 'active') return <MailboxToTidyUp key={active.id} mailboxId={active.id} />
  return (
    <Card>
      {active ? (
        <MailboxPaused mailbox={active} />
      ) : state === 'loading' ? (
        <Skeleton className="h-40 w-full" />
      ) : state === 'failed' ? (
        <MailboxesFailed />
      ) : (
        <NoMailbox />
      )}
    </Card>
  )
}
