import type { ManagedUser } from '../../../contract/functions/operator-users.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { now } from '../../lib/clock.ts'
import { formatAgo, formatDate, formatNumber } from '../../lib/format.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { UserActions } from './user-actions.tsx'

const states: Record<Exclude<ManagedUser['state'], 'active'>, { label: string; tone: BadgeTone }> = {
  invited: { label: text('Invited'), tone: 'neutral' },
  unconfirmed: { label: text('Unconfirmed'), tone: 'warn' },
  disabled: { label: text('Disabled'), tone: 'bad' },
}

const numberClasses = 'px-3 py-2.5 text-right whitespace-nowrap tabular-nums max-sm:hidden'
const dateClasses = 'px-3 py-2.5 whitespace-nowrap text-muted max-lg:hidden'

/** On a small screen the facts of an account are below its address. */
export const UsersTable = ({ users }: { users: readonly ManagedUser[] }) => (
  <table className="w-full text-sm">
    <caption className="sr-only">{t('Accounts, newest first')}</caption>
    <thead className="text-left text-xs whitespace-nowrap text-muted max-sm:sr-only">
      <tr className="border-b border-line">
        <th scope="col" className="py-2 pr-3 pl-5 font-medium">
          {t('Address')}
        </th>
        <th scope="col" className="px-3 py-2 font-medium max-lg:hidden">
          {t('Created')}
        </th>
        <th scope="col" className="px-3 py-2 font-medium max-lg:hidden">
          {t('Last sign-in')}
        </th>
        <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
          {t('Mailboxes')}
        </th>
        <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
          {t('Emails this month')}
        </th>
        <th scope="col" className="w-0">
          <span className="sr-only">{t('Actions')}</span>
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {users.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </tbody>
  </table>
)

function UserRow({ user }: { user: ManagedUser }) {
  const { email, state, isOperator, createdAt, lastSignInAt, mailboxes } = user
  const isSelf = useUser().id === user.id
  const created = formatDate(createdAt)
  const signedIn = lastSignInAt === null ? t('Never') : formatAgo(lastSignInAt, now())
  return (
    <tr>
      <th scope="row" className="w-full max-w-0 py-2.5 pr-3 pl-5 text-left font-normal">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full truncate font-medium" title={email}>
            {email}
          </span>
          {isSelf && <Badge tone="accent">{t('You')}</Badge>}
          {isOperator && <Badge tone="good">{t('Operator')}</Badge>}
          {state !== 'active' && <Badge tone={states[state].tone}>{t(states[state].label)}</Badge>}
        </div>
        <div className="sm:hidden">
          <InlineFacts
            of={[
              tn(mailboxes, '{count} mailbox', '{count} mailboxes'),
              t('{used} emails this month', { used: usedText(user) }),
            ]}
          />
        </div>
        <div className="lg:hidden">
          <InlineFacts of={[t('created {date}', { date: created }), t('last sign-in: {when}', { when: signedIn })]} />
        </div>
      </th>
      <td className={dateClasses}>{created}</td>
      <td className={dateClasses}>{signedIn}</td>
      <td className={numberClasses}>{formatNumber(mailboxes)}</td>
      <td className={numberClasses}>{usedText(user)}</td>
      <td className="py-1.5 pr-3">
        <UserActions user={user} isSelf={isSelf} />
      </td>
    </tr>
  )
}

const usedText = ({ used, limit }: ManagedUser): string =>
  limit === null ? formatNumber(used) : t('{used} of {limit}', { used: formatNumber(used), limit: formatNumber(limit) })
