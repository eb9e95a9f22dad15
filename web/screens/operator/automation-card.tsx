import { CirclePause, CircleStop, Play } from 'lucide-react'
import { useState } from 'react'
import type { ServerOverview } from '../../../contract/functions/operator-server.ts'
import { formatDateTime } from '../../lib/format.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useServerChange } from './use-server-change.ts'

type Automation = ServerOverview['automation']
type Switch = 'stop-actions' | 'stop-everything' | 'start'

const states: Record<Automation['stopped'], { label: string; tone: BadgeTone; meaning: string }> = {
  nothing: {
    label: text('Running'),
    tone: 'good',
    meaning: text('New emails are sorted, and automated actions run.'),
  },
  actions: {
    label: text('Actions stopped'),
    tone: 'warn',
    meaning: text('New emails are sorted. Automated actions wait, and run after the start.'),
  },
  everything: {
    label: text('Everything stopped'),
    tone: 'bad',
    meaning: text('No mailbox is called: new emails wait in the inbox, and are sorted after the start.'),
  },
}

const switches: Record<Switch, { label: string; meaning: string; done: string }> = {
  'stop-actions': {
    label: text('Stop Actions'),
    meaning: text('No forward, no draft and no stored file of any user; sorting goes on.'),
    done: text('Automated actions are stopped'),
  },
  'stop-everything': {
    label: text('Stop Everything'),
    meaning: text('No sorting either: nothing is moved in any mailbox.'),
    done: text('Sorting and automated actions are stopped'),
  },
  start: {
    label: text('Start'),
    meaning: text('Does everything that waits. Nothing was lost.'),
    done: text('Sorting and automated actions run again'),
  },
}

const offered: Record<Automation['stopped'], readonly Switch[]> = {
  nothing: ['stop-actions', 'stop-everything'],
  actions: ['start', 'stop-everything'],
  everything: ['start'],
}

/** The switch for the sorting and the actions of all users. It applies within seconds. */
export function AutomationCard({ automation: { stopped, changedAt, waitingEmails } }: { automation: Automation }) {
  const change = useServerChange(t('That did not work'))
  const [isStopping, setIsStopping] = useState(false)
  const press = (action: Switch): void =>
    change.mutate(action, {
      onSuccess: () => {
        setIsStopping(false)
        toastSuccess(t(switches[action].done))
      },
    })
  const { label, tone, meaning } = states[stopped]
  return (
    <Card title={t('Sorting and actions')} description={t(meaning)} actions={<Badge tone={tone}>{t(label)}</Badge>}>
      {(stopped !== 'nothing' || waitingEmails > 0) && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">
          {[
            ...(stopped === 'nothing' ? [] : [t('Since {date}.', { date: formatDateTime(changedAt) })]),
            ...(waitingEmails === 0
              ? []
              : [tn(waitingEmails, '{count} email has actions to do.', '{count} emails have actions to do.')]),
          ].join(' ')}
        </p>
      )}
      <ul className="divide-y divide-line border-t border-line text-sm">
        {offered[stopped].map((action) => (
          <li key={action} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
            <p className="min-w-0 flex-1 basis-48 text-pretty text-muted">{t(switches[action].meaning)}</p>
            <Button
              size="small"
              tone={action === 'start' ? 'primary' : 'secondary'}
              icon={iconOf(action)}
              busy={change.isPending && change.variables === action}
              paused={change.isPending}
              onClick={() => (action === 'stop-everything' ? setIsStopping(true) : press(action))}
            >
              {t(switches[action].label)}
            </Button>
          </li>
        ))}
      </ul>
      {isStopping && (
        <ConfirmDialog
          title={t('Stop everything?')}
          description={t('Until you start it again, no new email of any user is sorted. It waits in the inbox.')}
          confirmLabel={t('Stop Everything')}
          busyLabel={t('Saving...')}
          busy={change.isPending}
          onConfirm={() => press('stop-everything')}
          onCancel={() => setIsStopping(false)}
        />
      )}
    </Card>
  )
}

function iconOf(action: Switch) {
  if (action === 'start') return <Play aria-hidden="true" />
  return action === 'stop-actions' ? <CirclePause aria-hidden="true" /> : <CircleStop aria-hidden="true" />
}
