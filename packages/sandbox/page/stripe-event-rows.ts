import { html } from 'hono/html'
import type { StripeSandbox } from '../stripe/stripe-state.ts'
import type { StripeEvent } from '../stripe/stripe-objects.ts'
import type { Delivery } from '../stripe/webhooks/webhook-state.ts'
import type { Html } from '../kit/page-frame.ts'

const SHOWN = 50

type EventWithDeliveries = { event: StripeEvent; deliveries: Delivery[] }

/** The last events of a customer, newest first, with their deliveries. */
export function eventsOf({ stripe }: StripeSandbox, customer: string): EventWithDeliveries[] {
  const own = [...stripe.events.values()].filter(
    ({ data: { object } }) => object.customer === customer || object.id === customer,
  )
  return own
    .slice(-SHOWN)
    .toReversed()
    .map((event) => ({ event, deliveries: stripe.webhooks.deliveries.filter(({ eventId }) => eventId === event.id) }))
}

/** Each row expands to the event and its delivery attempts. */
export function eventRows(events: readonly EventWithDeliveries[]): Html {
  return html`<ol class="calls">${events.map(eventRow)}</ol>`
}

const TONES: Record<Delivery['state'], string> = {
  delivered: 'good',
  waiting: 'refused',
  held: 'refused',
  dropped: 'bad',
  failed: 'bad',
}

function eventRow({ event, deliveries }: EventWithDeliveries): Html {
  const at = new Date(event.created * 1000).toISOString()
  const worst = deliveries.find(({ state }) => state !== 'delivered') ?? deliveries[0]
  return html`<li><details><summary><span class="status ${worst ? TONES[worst.state] : ''}">${lastStatus(worst)}</span>
<span class="method">${worst?.state ?? 'not sent'}</span> <span class="path">${event.type}</span>
<span class="quiet"><time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time></span></summary>
<h3>${event.id}</h3><pre>${JSON.stringify(event, null, 2)}</pre>
${deliveries.map(
  ({ endpoint, attempts }) =>
    html`<h3>To ${endpoint.url}</h3><pre>${
      attempts.length === 0
        ? 'Not tried yet.'
        : attempts
            .map(
              (one) =>
                `${new Date(one.at).toISOString()} ${one.status === 0 ? 'no answer' : one.status} ` +
                one.answer.slice(0, 500),
            )
            .join('\n')
    }</pre>`,
)}</details></li>`
}

function lastStatus(delivery: Delivery | undefined): Html {
  const status = delivery?.attempts.at(-1)?.status ?? 0
  return status === 0 ? html`<span aria-hidden="true">–</span><span class="away">no answer</span>` : html`${status}`
}
