import { Link } from '@tanstack/react-router'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Says why the folders cannot be changed. */
export const MailboxInactiveNotice = ({ status }: Pick<Mailbox, 'status'>) => (
  <div className="px-5 pb-4">
    <Notice tone="warn">
      {status === 'reauth_required' ? (
        <>
          Microsoft no longer accepts our sign-in to this mailbox.{' '}
          <Link
            to="/dashboard"
            search={{ tab: 'mailbox' }}
            className="rounded-sm font-medium underline underline-offset-4"
          >
            Connect it again
          </Link>{' '}
          to change its folders.
        </>
      ) : (
        'This mailbox is not available right now. Its folders can be changed once it is active again.'
      )}
    </Notice>
  </div>
)
