import type { Page } from 'playwright-core'
import { hours, addMs } from '../../server/clock.ts'
import { deliver } from './mailbox.ts'
import type { App } from './start-app.ts'

/** An inbox as it is found: several senders of each kind, one that sends different things, and single emails. */
type Sent = [from: string, fromName: string, subjects: readonly string[], text: string]

const listHeaders = (from: string) => ({
  'List-Id': `<${from.replace('@', '.')}>`,
  'List-Unsubscribe': `<mailto:leave@${from.split('@')[1]}>`,
})

const letters: readonly Sent[] = [
  [
    'sunday@letters.example',
    'The Sunday Letter',
    ['The Sunday Letter: five essays', 'The Sunday Letter: on walking', 'The Sunday Letter: winter reading'],
    'Read this issue in your browser. Essays, links and articles of the week in our newsletter.',
  ],
  [
    'weekly@design.example',
    'Design Weekly',
    ['Design Weekly #211', 'Design Weekly #212', 'Design Weekly #213'],
    'News and articles from our editors in this newsletter. Read online.',
  ],
]
const others: readonly Sent[] = [
  [
    'billing@power.example',
    'Power Company',
    ['Your electricity bill for October', 'Your electricity bill for November'],
    'Please find your invoice. Amount due: 84 euro, payable within 14 days.',
  ],
  [
    'billing@water.example',
    'Water Works',
    ['Invoice 4711 for water', 'Invoice 4712 for water'],
    'Your invoice is attached. The amount due is 31 euro.',
  ],
  [
    'booking@air.example',
    'Blue Air',
    ['Your flight to Lisbon', 'Check-in is open for your flight to Lisbon'],
    'Your boarding pass and booking reference. Check-in, luggage and gate.',
  ],
  [
    'office@school.example',
    'Elm School',
    ['Parents’ evening on Thursday', 'School trip: permission slip', 'Term dates'],
    'Dear parents, the class teacher of your school writes to you.',
  ],
  [
    'track@parcels.example',
    'Parcel Service',
    ['Your parcel arrives today', 'Your parcel is on its way'],
    'Track your parcel: the driver delivers your package today. Tracking number 48213.',
  ],
  [
    'hello@shop.example',
    'Corner Shop',
    ['Your parcel is at the pick-up point', 'Your parcel comes tomorrow'],
    'Track your parcel: the driver delivers your package. Tracking number 48213.',
  ],
  [
    'hello@shop.example',
    'Corner Shop',
    ['Thank you for your order 48213', 'Thank you for your order 48214'],
    'We have received your order. Items: 2 shirts. Order total: 64 euro.',
  ],
  [
    'dentist@practice.example',
    'Dr Miller',
    ['Your appointment on Monday', 'Your appointment on Friday'],
    'We confirm your appointment with the dentist at the practice.',
  ],
  [
    'service@bank.example',
    'First Bank',
    ['Your account statement for October', 'Your account statement for November'],
    'The statement of your current account is available in online banking.',
  ],
  ['anna@people.example', 'Anna', ['Lunch?', 'Re: Lunch?'], 'See you at one.'],
  ['quartz@odd.example', 'Quartz', ['Zyx 17'], 'Plugh.'],
]

/** Fills the inbox before sorting is on. */
export async function fillInbox(app: App, email: string): Promise<void> {
  let n = 0
  for (const [mails, isList] of [
    [letters, true],
    [others, false],
  ] as const)
    for (const [from, fromName, subjects, text] of mails)
      for (const subject of subjects)
        await deliver(app, email, {
          from,
          fromName,
          subject,
          text,
          received: addMs(app.clock.now(), -hours(++n)),
          ...(isList && { headers: listHeaders(from) }),
        })
}

export const groupsIn = (page: Page) => page.getByRole('list', { name: 'Groups of emails' })

/** The row of a group, without its parts. */
export const rowIn = (page: Page, title: string) =>
  groupsIn(page)
    .locator('[data-row]')
    .filter({ has: page.getByRole('heading', { name: title }) })
