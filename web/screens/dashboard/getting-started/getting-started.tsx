import { useId, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { folderLabel } from '../../../api/processing-logs.ts'
import { useProduct } from '../../../api/product.tsx'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { subjectText } from '../../../lib/message-texts.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { safeText } from '../../../lib/safe-text.ts'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t, text } from '../../../texts/translate.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { Switch } from '../../../ui/switch.tsx'
import { realTimeErrorTexts, useRealTime } from '../../../features/mailbox/use-real-time.ts'
import { DigestOffer, TidyUpOffer } from './start-offers.tsx'
import { StartStep } from './start-step.tsx'
import { type StartProgress, startSteps, useFirstEmailAwaited } from './use-start-progress.ts'

const MailboxSettingsDialog = onDemand(
  async () => (await import('../mailbox/mailbox-settings-dialog.tsx')).MailboxSettingsDialog,
  { failed: ({ onClose }) => onClose() },
)

/** As high as its select, so that nothing moves. */
const FileWhenSelect = onDemand(async () => (await import('./file-when-select.tsx')).FileWhenSelect, {
  failed: 'quiet',
  waiting: () => <span className="block h-11" />,
})

interface GettingStartedProps {
  progress: StartProgress
  /** Null: the page has its own button that connects a mailbox. */
  onConnect: (() => void) | null
}

/** The steps from a new account to the first sorted email, and the result when all are done. */
export function GettingStarted({ progress, onConnect }: GettingStartedProps) {
  const { active, state } = useMailboxes()
  const titleId = useId()
  useFirstEmailAwaited(active?.id, progress.firstEmail === null)
  if (state !== 'ready' || (active && active.status !== 'active')) return null
  return (
    <section aria-labelledby={titleId} className="rounded-xl border border-accent/25 bg-accent-soft p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {progress.stepsDone === startSteps ? t('Your email is being sorted') : t("Let's Get Started")}
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {t('{done} of {total} done', { done: progress.stepsDone, total: startSteps })}
        </p>
      </div>
      <ol className="mt-4 space-y-4">
        <ConnectStep isDone={progress.isConnected} onConnect={onConnect} />
        {active && <TidyUpOffer mailboxId={active.id} />}
        <CheckStep progress={progress} />
        {active ? <SwitchOnStep key={active.id} mailbox={active} progress={progress} /> : <SwitchOnLater />}
        <FirstEmailStep progress={progress} />
        {active && <DigestOffer />}
      </ol>
    </section>
  )
}

function ConnectStep({ isDone, onConnect }: { isDone: boolean; onConnect: (() => void) | null }) {
  const { name } = useProduct()
  return (
    <StartStep
      number={1}
      state={isDone ? 'done' : 'current'}
      title={t('Connect your mailbox')}
      text={isDone ? t('It is connected.') : t('{name} sorts the emails that arrive in it.', { name })}
      action={
        !isDone &&
        onConnect && (
          <Button tone="primary" size="large" onClick={onConnect}>
            {t('Connect Mailbox')}
          </Button>
        )
      }
    />
  )
}

const CheckStep = ({ progress: { isConnected, isChecked } }: { progress: StartProgress }) => (
  <StartStep
    number={2}
    state={isChecked ? 'done' : isConnected ? 'current' : 'later'}
    title={t('Check your folders')}
    text={t('Say in a sentence what belongs in a folder, and leave out the folders that you fill yourself.')}
    action={
      isConnected &&
      !isChecked && (
        <Link
          to="/dashboard"
          search={{ tab: 'folders' }}
          state={{ begin: 'instructions' }}
          className={buttonClasses('primary')}
        >
          {t('Open Folders')}
        </Link>
      )
    }
  />
)

const switchOnTitle = text('Switch on sorting')

const SwitchOnLater = () => (
  <StartStep number={3} state="later" title={t(switchOnTitle)} text={t('It takes one click.')} />
)

interface SwitchOnStepProps {
  mailbox: Mailbox
  progress: StartProgress
}

function SwitchOnStep({ mailbox, progress: { isChecked } }: SwitchOnStepProps) {
  const [configuring, setConfiguring] = useState(false)
  const realTime = useRealTime(mailbox)
  const isDone = realTime.enabled && !realTime.isChanging
  return (
    <StartStep
      number={3}
      state={isDone ? 'done' : isChecked ? 'current' : 'later'}
      title={t(switchOnTitle)}
      text={
        <>
          {isDone
            ? t('New emails are sorted as they arrive.')
            : rich(
                'Not sure? Preview for a day: nothing is moved. Choose “Preview only” in the <settings>settings ' +
                  'of the mailbox</settings>.',
                {
                  settings: (content) => (
                    <button type="button" className={inlineLinkClasses} onClick={() => setConfiguring(true)}>
                      {content}
                    </button>
                  ),
                },
              )}
          {(isDone || isChecked) && <FileWhenSelect mailboxId={mailbox.id} />}
        </>
      }
      action={
        <span className="flex items-center gap-3 text-sm font-medium">
          {configuring && <MailboxSettingsDialog mailbox={mailbox} onClose={() => setConfiguring(false)} />}
          <Switch
            label={t('Enable real-time processing')}
            checked={realTime.enabled}
            busy={realTime.isChanging}
            onChange={(enable) => realTime.change(enable, realTimeErrorTexts)}
          />
          <span aria-hidden="true">{t('Enable real-time processing')}</span>
        </span>
      }
    />
  )
}

function FirstEmailStep({ progress: { isOn, firstEmail } }: { progress: StartProgress }) {
  const result = firstEmail
    ? rich('<bdi>“{subject}”</bdi> is in <bdi>{folder}</bdi>.', {
        subject: subjectText(firstEmail.subject),
        folder: safeText(folderLabel(firstEmail)),
        bdi: (content) => <bdi>{content}</bdi>,
      })
    : t('It shows here with the folder it went to. An email that fits no folder stays in your inbox.')
  return (
    <StartStep
      number={4}
      state={firstEmail ? 'done' : isOn ? 'current' : 'later'}
      title={t('See the first email')}
      text={result}
      action={
        firstEmail && (
          <Link to="/history" className={buttonClasses('primary')}>
            {t('See Why')}
          </Link>
        )
      }
    />
  )
}
