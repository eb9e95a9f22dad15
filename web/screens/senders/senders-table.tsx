import { ArrowDown, ArrowUp, ExternalLink } from 'lucide-react'
import type { Sender, SenderOrder } from '../../../contract/functions/senders.ts'
import { useFolderNames } from './use-folder-names.ts'
import type { SenderRange } from '../../api/senders.ts'
import { now } from '../../lib/clock.ts'
import { formatDay, formatNumber, formatPercent } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { t, text } from '../../texts/translate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'

export const orderLabels: Record<SenderOrder, string> = {
  name: text('Sender'),
  recent: text('30 days'),
  year: text('1 year'),
  read: text('Read'),
  last: text('Last email'),
  place: text('Goes to'),
}

const numberClasses = 'px-3 py-2.5 text-right whitespace-nowrap tabular-nums max-sm:hidden'

interface SendersTableProps {
  mailboxId: string
  senders: readonly Sender[]
  range: SenderRange
  selected: ReadonlySet<string>
  onOrder: (order: SenderOrder) => void
  onSelect: (addresses: readonly string[], on: boolean) => void
}

/** On a small screen the facts of a sender are below its address. */
export function SendersTable({ mailboxId, senders, range, selected, onOrder, onSelect }: SendersTableProps) {
  const placeOf = useFolderNames(mailboxId)
  const addresses = senders.map(({ address }) => address)
  const count = addresses.filter((address) => selected.has(address)).length
  const head = (order: SenderOrder, className: string) => (
    <Head order={order} range={range} className={className} onOrder={onOrder} />
  )
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('Senders of the last year')}</caption>
      <thead className="text-left text-xs whitespace-nowrap text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="w-0 py-1.5 pl-3">
            <Checkbox
              label={t('Select all on this page')}
              checked={count === 0 ? false : count === addresses.length || 'some'}
              onChange={(on) => onSelect(addresses, on)}
            />
          </th>
          {head('name', 'px-2')}
          {head('recent', 'px-3 text-right max-sm:hidden')}
          {head('year', 'px-3 text-right max-sm:hidden')}
          {head('read', 'px-3 text-right max-lg:pr-5 max-sm:hidden')}
          {head('last', 'px-3 max-lg:hidden')}
          {head('place', 'pr-5 pl-3 max-lg:hidden')}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {senders.map((sender) => (
          <SenderRow
            key={sender.address}
            sender={sender}
            place={placeOf(sender.folderId)}
            isSelected={selected.has(sender.address)}
            onSelect={(on) => onSelect([sender.address], on)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  order: SenderOrder
  range: SenderRange
  className: string
  onOrder: (order: SenderOrder) => void
}

function Head({ order, range, className, onOrder }: HeadProps) {
  const isOrdered = range.order === order
  const Arrow = range.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isOrdered ? (range.descending ? 'descending' : 'ascending') : undefined}
      className={cx('py-1.5 font-medium', className)}
    >
      <button
        type="button"
        onClick={() => onOrder(order)}
        className={cx('inline-flex min-h-8 items-center gap-1 rounded-md hover:text-ink', isOrdered && 'text-ink')}
      >
        {t(orderLabels[order])}
        {isOrdered && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </th>
  )
}

interface SenderRowProps {
  sender: Sender
  place: string
  isSelected: boolean
  onSelect: (on: boolean) => void
}

function SenderRow({ sender, place, isSelected, onSelect }: SenderRowProps) {
  const { address, recent, year, read, lastAt, isChosen } = sender
  const name = safeText(sender.name)
  const share = formatPercent(read / Math.max(year, 1))
  const last = formatDay(lastAt, now())
  const goesTo = isChosen ? t('always {place}', { place }) : place
  return (
    <tr className={isSelected ? 'bg-accent-soft' : undefined}>
      <td className="py-2.5 pl-3 align-top">
        <Checkbox label={t('Select {sender}', { sender: name || address })} checked={isSelected} onChange={onSelect} />
      </td>
      <th scope="row" className="w-full max-w-0 px-2 py-2.5 text-left font-normal max-sm:pr-5">
        <bdi className="block truncate font-medium" title={name || address}>
          {name || address}
        </bdi>
        <div className="flex flex-wrap gap-x-4 text-muted">
          {name !== '' && (
            <bdi className="max-w-full truncate" title={address}>
              {address}
            </bdi>
          )}
          <UnsubscribeLink sender={sender} />
        </div>
        <div className="sm:hidden">
          <InlineFacts
            of={[
              t('{recent} in 30 days, {year} in a year', { recent: formatNumber(recent), year: formatNumber(year) }),
              t('{share} read', { share }),
            ]}
          />
        </div>
        <div className="lg:hidden">
          <InlineFacts of={[t('last: {when}', { when: last }), t('goes to: {place}', { place: goesTo })]} />
        </div>
      </th>
      <td className={numberClasses}>{formatNumber(recent)}</td>
      <td className={numberClasses}>{formatNumber(year)}</td>
      <td className={`${numberClasses} max-lg:pr-5`}>{share}</td>
      <td className="px-3 py-2.5 whitespace-nowrap text-muted max-lg:hidden">{last}</td>
      <td className="max-w-52 truncate py-2.5 pr-5 pl-3 max-lg:hidden" title={goesTo}>
        <bdi>{goesTo}</bdi>
      </td>
    </tr>
  )
}

/** The user opens it in the browser; the server calls nothing. Its host is from the email, so it is named. */
function UnsubscribeLink({ sender: { unsubscribe, name, address } }: { sender: Sender }) {
  const safeUrl = safeServiceUrl(unsubscribe?.url ?? null, null)
  if (!safeUrl) return null
  return (
    <a
      href={safeUrl.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('Unsubscribe from {sender} at {host} (opens in a new tab)', {
        sender: safeText(name) || address,
        host: safeUrl.host,
      })}
      className={cx(inlineLinkClasses, 'inline-flex max-w-full items-center gap-1')}
    >
      <span className="truncate">{t('Unsubscribe at {host}', { host: safeUrl.host })}</span>
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
    </a>
  )
}
