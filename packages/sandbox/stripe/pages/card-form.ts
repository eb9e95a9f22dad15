import { html } from 'hono/html'
import { TEST_CARDS } from '../billing/card-behaviour.ts'
import type { CardInput } from '../checkout-and-portal-objects.ts'
import type { CardBehaviour } from '../payment-objects.ts'
import type { Html } from '../../kit/page-frame.ts'

/** The submitted values, and the errors by field. */
export type CardFields = { number: string; expiry: string; cvc: string; name: string }
export type CardProblems = Partial<Record<keyof CardFields, string>>
type ReadCard = { card: CardInput } | { problems: CardProblems }

export function cardFieldsOf(form: URLSearchParams): CardFields {
  const field = (name: string) => form.get(`card_${name}`)?.trim() ?? ''
  return { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') }
}

/** @param now milliseconds; a card that expired before this month is refused */
export function readCard({ number, expiry, cvc, name }: CardFields, now: number): ReadCard {
  const problems: CardProblems = {}
  const digits = number.replaceAll(/[\s-]/g, '')
  const [, month, year] = /^(\d{1,2})\s*\/\s*((?:20)?\d{2})$/.exec(expiry) ?? []
  const exp_month = Number(month)
  const exp_year = 2000 + (Number(year) % 100)
  if (digits === '') problems.number = 'Your card number is incomplete.'
  else if (!Object.hasOwn(TEST_CARDS, digits))
    problems.number = 'Only test cards work here, such as 4242 4242 4242 4242. Never type the number of a real card.'
  if (month === undefined || exp_month < 1 || exp_month > 12)
    problems.expiry = "Your card's expiration date is incomplete: write it as MM / YY."
  else if (Date.UTC(exp_year, exp_month) <= now) problems.expiry = "Your card's expiration date is in the past."
  if (!/^\d{3}$/.test(cvc)) problems.cvc = "Your card's security code is incomplete."
  if (Object.keys(problems).length > 0) return { problems }
  return { card: { number: digits, exp_month, exp_year, name: name === '' ? null : name } }
}

/** A number that is not a test card's is never shown again: it may be a real card. */
export function cardFieldset(typed: CardFields | null, problems: CardProblems = {}): Html {
  const number = problems.number === undefined ? (typed?.number ?? '') : ''
  return html`<fieldset class="card"><legend>Card</legend>
${field(
  'number',
  'Card number',
  number,
  problems,
  html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"`,
)}
<div class="halves">${field(
    'expiry',
    'Expiration date',
    typed?.expiry ?? '',
    problems,
    html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"`,
  )}
${field('cvc', 'Security code', '', problems, html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"`)}</div>
${field('name', 'Name on card', typed?.name ?? '', problems, html`autocomplete="cc-name"`)}</fieldset>`
}

function field(name: keyof CardFields, label: string, value: string, problems: CardProblems, attributes: Html): Html {
  const problem = problems[name]
  const described = problem === undefined ? '' : html` aria-invalid="true" aria-describedby="card-${name}-problem"`
  return html`<div><label for="card-${name}">${label}</label>
<input id="card-${name}" name="card_${name}" type="text" value="${
    value
  }"${name === 'name' ? '' : html` required`} ${attributes}${described}>
${problem === undefined ? '' : html`<p class="wrong" id="card-${name}-problem">${problem}</p>`}</div>`
}

const BEHAVIOUR_LABELS: Record<CardBehaviour, string> = {
  pays: 'pays',
  declines: 'is declined',
  insufficient_funds: 'lacks funds',
  authenticates_once: 'asks the bank once',
  authenticates_always: 'asks the bank at every payment',
  declines_when_charged: 'can be kept, then is declined',
}

/** List of the test cards. */
export function testCardList(): Html {
  return html`<details><summary>Test cards</summary><dl>${Object.entries(TEST_CARDS).map(
    ([number, behaviour]) =>
      html`<dt>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</dt><dd>${BEHAVIOUR_LABELS[behaviour]}</dd>`,
  )}</dl><p class="quiet">Any date to come, any three digits.</p></details>`
}
