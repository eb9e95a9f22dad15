import { expect, test } from 'vitest'
import { isMachineAddress } from './machine-address.ts'

test.each([
  'MAILER-DAEMON',
  'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e',
  'alerts',
  'alerts.eu',
  'auto-confirm',
  'bitte-nicht-antworten',
  'bounces+3141',
  'calendar-notification',
  'do_not_reply',
  'donotreply2',
  'github-bot',
  'keine-antwort',
  'monitoring',
  'ne-pas-repondre',
  'nepasrépondre',
  'newsletter-42',
  'nicht.antworten',
  'no-responder',
  'no.reply',
  'nonrispondere',
  'noreply+7',
  'noreply-orders',
  'naoresponda',
  'niet-beantwoorden',
  'nie-odpowiadaj',
  'notifications',
  'orders-noreply',
  'please-do-not-reply',
  'postmaster',
  'robot',
  'shop.no-reply',
  'svar-ikke',
  'svara-inte',
  'unmonitored',
])('replies to %s have no reader', (local) => {
  expect(isMachineAddress(`${local}@shop.example`)).toBe(true)
})

test.each([
  'anna',
  'anna.alert',
  'info',
  'jan.bot',
  'joe.root',
  'moreply',
  'noreen',
  'notifier.jones',
  'orders',
  'reply',
  'support',
  'talbot',
  'team+42',
])('replies to %s have a reader', (local) => {
  expect(isMachineAddress(`${local}@noreply.example`)).toBe(false)
})
