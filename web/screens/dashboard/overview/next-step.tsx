import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'

const stepClasses =
  'rounded-xl border border-accent/25 bg-accent-soft p-5 sm:flex sm:items-center sm:justify-between sm:gap-8'
const actionClasses = 'mt-5 sm:mt-0'

/** What the user has to do until mail is sorted; nothing if it is sorted already. */
export function NextStep({ mailbox, onConnect }: { mailbox: Mailbox | null; onConnect: () => void }) {
  if (!mailbox) {
    return (
      <Step
        title="Let's Get Started"
        text={
          'Connect your Outlook mailbox, tell each folder in your own words what belongs there, ' +
          'and new mail finds its place.'
        }
        action={
          <Button tone="primary" size="large" onClick={onConnect} className={actionClasses}>
            Connect Mailbox
          </Button>
        }
      />
    )
  }
  if (mailbox.status !== 'active') {
    return (
      <Step
        title="Sorting is paused"
        text={
          <>
            <Address mailbox={mailbox} /> has to be connected again before its mail is sorted. Your folder settings are
            kept.
          </>
        }
        action={
          <Button tone="primary" size="large" onClick={onConnect} className={actionClasses}>
            Open Mailbox
          </Button>
        }
      />
    )
  }
  if (mailbox.has_webhook) return null
  return (
    <Step
      title="Sorting is off"
      text={
        <>
          New mail of <Address mailbox={mailbox} /> stays in its inbox until you switch on “Enable real-time processing”
          on the Folders tab. Instructions make it better; they can wait. To look on for a day first, choose “Preview
          only” in the settings of the mailbox.
        </>
      }
      action={
        <Link
          to="/dashboard"
          search={{ tab: 'folders' }}
          className={`${buttonClasses('primary', 'large')} ${actionClasses}`}
        >
          Go to Folders
        </Link>
      }
    />
  )
}

const Address = ({ mailbox }: { mailbox: Mailbox }) => (
  <strong className="font-medium wrap-anywhere text-ink">{mailbox.email_address}</strong>
)

function Step({ title, text, action }: { title: string; text: ReactNode; action: ReactNode }) {
  return (
    <section className={stepClasses}>
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-2xl text-muted">{text}</p>
      </div>
      {action}
    </section>
  )
}
