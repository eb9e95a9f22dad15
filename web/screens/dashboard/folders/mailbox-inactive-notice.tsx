import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { Link } from '../../../routing/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

/** Says why the folders cannot be changed. */
export const MailboxInactiveNotice = ({ status }: Pick<Mailbox, 'status'>) => (
  <div className="px-5 pb-4">
    <Notice tone="warn">
      {status === 'reauth_required'
        ? rich(
            'Microsoft no longer accepts our sign-in to this mailbox. <link>Reconnect it</link> to change its ' +
              'folders.',
            {
              link: (label) => (
                <Link
                  to="/dashboard"
                  search={{ tab: 'mailbox' }}
                  className="rounded-sm font-medium underline underline-offset-4"
                >
                  {label}
                </Link>
              ),
            },
          )
        : t('This mailbox is not available right now. Its folders can be changed once it is active again.')}
    </Notice>
  </div>
)
