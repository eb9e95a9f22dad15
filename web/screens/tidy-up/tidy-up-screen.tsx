import { useQuery } from '@tanstack/react-query'
import { tidyUpDays } from '../../../contract/limits.ts'
import { actingFoldersQuery } from '../../api/acting-folders.ts'
import { useProduct } from '../../api/product.tsx'
import { EarlierPresses } from '../../features/mail/press-lines.tsx'
import { ActiveMailbox } from '../../features/mailbox/active-mailbox-content.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { AllTidy, NothingToTidyUp, ReadingFailed } from './tidy-up-states.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { groupEmails } from '../../features/mail/group-emails.ts'
import { totalsText, withoutActionsText } from '../../features/mail/group-texts.ts'
import { foldersInMailbox } from './suggest-folder.ts'
import { TidyUpList } from './tidy-up-list.tsx'
import { UnknownFolders } from './unknown-folders.tsx'
import { type InboxScan, useInboxScan } from './use-inbox-scan.ts'
import { type TidyUp, useTidyUp } from './use-tidy-up.ts'

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
      <ActiveMailbox purpose={t('Connect your mailbox, then its emails are grouped here.')}>
        {(mailboxId) => <MailboxToTidyUp key={mailboxId} mailboxId={mailboxId} />}
      </ActiveMailbox>
      <Footer />
    </>
  )
}

/** Reads the inbox, then shows its groups. */
function MailboxToTidyUp({ mailboxId }: { mailboxId: string }) {
  const [round, setRound] = useState(0)
  return <Round key={round} mailboxId={mailboxId} onReadAgain={() => setRound(round + 1)} />
}

interface RoundProps {
  mailboxId: string
  onReadAgain: () => void
}

const headerClasses = 'flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line px-5 py-4'

function Round({ mailboxId, onReadAgain }: RoundProps) {
  const scan = useInboxScan(mailboxId)
  const tidyUp = useTidyUp(mailboxId, scan)
  const { groups, known, folders } = tidyUp
  const own = new Set(tidyUp.presses.flatMap(({ serverIds }) => serverIds))
  const earlier = known?.filter(({ id }) => !own.has(id)) ?? []
  const isElsewhere = useNewPresses(tidyUp)
  const { data: acting } = useQuery(actingFoldersQuery(mailboxId))
  const isReading = scan.state === 'reading'
  const totals = totalsText(groups)
  const announceTotals = useEffectEvent(() => announce(totals || t('Nothing to tidy up')))
  useEffect(() => {
    if (scan.state === 'done') announceTotals()
  }, [scan.state])
  return (
    <>
      {scan.state === 'failed' && (
        <div className="mb-4">
          <ReadingFailed scan={scan} />
        </div>
      )}
      {isElsewhere && <AnsweredElsewhere onReadAgain={onReadAgain} />}
      <div data-keys>
        {isReading ? (
          <Card>
            <ReadingProgress scan={scan} />
          </Card>
        ) : groups.length > 0 ? (
          <Card>
            <header className={headerClasses}>
              <h2 tabIndex={-1} className="min-w-0 flex-1 basis-80 text-base font-semibold text-pretty outline-none">
                {totals}
              </h2>
              <SwitchField
                label={t('Move them now')}
                hint={t('When off, nothing is moved, only learned')}
                checked={tidyUp.movesNow}
                onChange={tidyUp.setMovesNow}
              />
            </header>
            {acting && acting.length > 0 && (
              <p className="border-b border-line px-5 py-2 text-sm text-muted">{t(withoutActionsText)}</p>
            )}
            <TidyUpList mailboxId={mailboxId} tidyUp={tidyUp} />
            {tidyUp.open.length === 0 && (
              <div className="border-t border-line">
                <AllTidy emails={groups.flatMap(({ emails }) => emails).length} />
              </div>
            )}
          </Card>
        ) : (
          scan.state === 'done' && (
            <Card>
              <NothingToTidyUp />
            </Card>
          )
        )}
      </div>
      {!isReading && (
        <>
          <EarlierPresses mailboxId={mailboxId} presses={earlier} folders={folders} />
          <UnknownFolders
            folders={foldersInMailbox(folders).filter(({ id }) => scan.unknownFolderIds.includes(id))}
            tidyUp={tidyUp}
          />
        </>
      )}
    </>
  )
}

/** Whether another window has answered since the inbox was read. */
function useNewPresses({ known, presses }: TidyUp): boolean {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (known && !first) setFirst(new Set(known.map(({ id }) => id)))
  const own = new Set(presses.flatMap(({ serverIds }) => serverIds))
  // While a press is sent, its answer comes before its ids.
  if (!known || !first || presses.some(({ step }) => step === 'sending')) return false
  return known.some(({ id, state }) => state !== 'undone' && !first.has(id) && !own.has(id))
}

const AnsweredElsewhere = ({ onReadAgain }: { onReadAgain: () => void }) => (
  <div className="mb-4">
    <Notice tone="neutral" role="alert">
      {t('You have filed emails in another window. Some of those below are answered already.')}
      <div className="mt-2">
        <Button size="small" onClick={onReadAgain}>
          {t('Read the inbox again')}
        </Button>
      </div>
    </Notice>
  </div>
)

/** While the inbox is read: how far, and what was found. */
function ReadingProgress({ scan: { read, total, emails } }: { scan: InboxScan }) {
  return (
    <div className="min-h-40 px-5 py-6">
      <h2 tabIndex={-1} className="font-semibold tabular-nums outline-none">
        {total === null
          ? t('Reading your inbox…')
          : tn(total, 'Reading {read} of {count} email', 'Reading {read} of {count} emails', { read })}
      </h2>
      <div className="mt-3 max-w-xl">
        <Meter label={t('Emails that were read')} percent={total ? (read / total) * 100 : 0} tone="accent" />
      </div>
      <p className="mt-3 min-h-12 text-pretty text-muted">{totalsText(groupEmails(emails))}</p>
    </div>
  )
}
