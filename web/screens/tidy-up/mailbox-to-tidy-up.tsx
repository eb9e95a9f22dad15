import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { EarlierPresses } from './earlier-presses.tsx'
import { totalsText } from './group-texts.ts'
import { ReadingProgress } from './reading-progress.tsx'
import { foldersInOutlook } from './suggest-folder.ts'
import { TidyUpList } from './tidy-up-list.tsx'
import { AllTidy, NothingToTidyUp, ReadingFailed } from './tidy-up-states.tsx'
import { UnknownFolders } from './unknown-folders.tsx'
import { useInboxScan } from './use-inbox-scan.ts'
import { type TidyUp, useTidyUp } from './use-tidy-up.ts'
import { t } from '../../texts/translate.ts'

/** Reads the inbox, then shows its groups. */
export function MailboxToTidyUp({ mailboxId }: { mailboxId: string }) {
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
            folders={foldersInOutlook(folders).filter(({ id }) => scan.unknownFolderIds.includes(id))}
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
