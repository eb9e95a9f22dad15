import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EnteredValues } from '../../../contract/functions/operator-settings.ts'
import { setUpParts, type SetUpPart } from '../../../contract/operator-settings.ts'
import { messageOf } from '../../api/api-error.ts'
import { checkSettings, saveSettings, type SettingsOutcome } from '../../api/operator-settings.ts'
import { useProduct } from '../../api/product.tsx'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSetUp } from './set-up-context.ts'
import { settingOf } from './use-entered.ts'

const RemoveDialog = onDemand(async () => (await import('./remove-dialog.tsx')).RemoveDialog, {
  failed: ({ onCancel }) => onCancel(),
})

interface PartActionsProps {
  part: SetUpPart
  /** Null where a field is not valid, which the form shows. */
  changes: () => EnteredValues | null
  /** Whether there is something to ask. */
  canCheck?: boolean
  /** Further buttons. */
  children?: ReactNode
}

type Work = 'check' | 'save' | 'remove'

/** Buttons of a part, and what they found. */
export function PartActions({ part, changes, canCheck = true, children }: PartActionsProps) {
  const { state, isRestarting, onSaved, onSkip } = useSetUp()
  const { withReauthentication } = useReauthentication()
  const [working, setWorking] = useState<Work | null>(null)
  const [outcome, setOutcome] = useState<SettingsOutcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const isSaved = useRef(false)
  const { name } = useProduct()
  const stored = setUpParts[part].filter((name) => settingOf(state, name).source === 'page')

  async function run(work: Work, values: EnteredValues | null): Promise<void> {
    if (values === null || working !== null) return
    setWorking(work)
    setFailure(null)
    setOutcome(null)
    try {
      const isCheck = work === 'check'
      const found = await withReauthentication(() => (isCheck ? checkSettings : saveSettings)(part, values))
      setOutcome(found)
      if (found.problems.length > 0) announce(t('Nothing was saved.'))
      else if (!isCheck) {
        isSaved.current = work === 'save' && canCheck
        onSaved()
      } else announce(found.findings.map(({ text }) => text).join('. '))
    } catch (error) {
      if (!isCancelled(error)) setFailure(messageOf(error))
    } finally {
      setWorking(null)
    }
  }
  async function remove(): Promise<void> {
    await run('remove', Object.fromEntries(stored.map((name) => [name, ''])))
    setIsRemoving(false)
  }
  // What was saved is checked once the server works with it.
  const checkSaved = useEffectEvent(() => run('check', {}))
  useEffect(() => {
    if (isRestarting || !isSaved.current) return
    isSaved.current = false
    void checkSaved()
  }, [isRestarting])
  const button = (work: Work) => ({ busy: working === work, paused: working !== null || isRestarting })

  return (
    <div className="space-y-4">
      {outcome && <Outcome {...outcome} />}
      <ErrorNotice className="">{failure}</ErrorNotice>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" {...button('save')} onClick={() => void run('save', changes())}>
          {t('Save')}
        </Button>
        {canCheck && (
          <Button {...button('check')} onClick={() => void run('check', changes())}>
            {working === 'check' ? t('Checking...') : t('Check')}
          </Button>
        )}
        {children}
        {stored.length > 0 && (
          <Button {...button('remove')} onClick={() => setIsRemoving(true)}>
            {t('Remove')}
          </Button>
        )}
        <Button tone="quiet" onClick={onSkip}>
          {stored.length > 0 ? t('Next') : t('Skip')}
        </Button>
        <output className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4">
          {isRestarting && (
            <>
              <Spinner />
              {t('{name} starts again with the new settings. This page continues by itself.', { name })}
            </>
          )}
        </output>
      </div>
      {isRemoving && (
        <RemoveDialog
          busy={working === 'remove'}
          onConfirm={() => void remove()}
          onCancel={() => setIsRemoving(false)}
        />
      )}
    </div>
  )
}

function Outcome({ problems, findings }: SettingsOutcome) {
  const lines = [
    ...problems.map(({ name, message }) => ({
      isGood: false,
      text: name === null ? t(message) : `${name}: ${t(message)}`,
      remedy: null,
      lang: undefined,
    })),
    // The lines are those of the terminal, in English.
    ...findings.map(({ level, text, remedy }) => ({ isGood: level === 'ok', text, remedy, lang: 'en' })),
  ]
  if (lines.length === 0) return null
  return (
    <ul aria-label={t('Result of the check')} className="space-y-2 rounded-lg border border-line bg-sunken p-3 text-sm">
      {lines.map(({ isGood, text, remedy, lang }) => (
        <li key={text} className="flex gap-2">
          <span className={cx('mt-0.5 [&_svg]:size-4', isGood ? 'text-good' : 'text-warn')}>
            {isGood ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          </span>
          <span lang={lang} className="min-w-0 wrap-anywhere">
            {text}
            {remedy && <span className="block text-muted">{remedy}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
