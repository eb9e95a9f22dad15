import { expect, it } from 'vitest'
import { senderRuleTexts } from './sender-rule-texts.ts'

const texts = (text: string, others: { name: string; instructions: string }[] = []) =>
  senderRuleTexts({ name: 'Firm', instructions: text }, others).map(({ text }) => text)

it.each([
  ['Tennis and the club', []],
  ['nina@firm.example', ['Email from nina@firm.example will always come here.']],
  [
    'Everything from firm.example except spam.firm.example',
    ['Email from firm.example will always come here.', 'Email from spam.firm.example never comes here.'],
  ],
  [
    'Everything from firm.example, but newsletters stay in the inbox',
    ['Email from firm.example comes here, except what you exclude.'],
  ],
  [
    'Everything sent to robin+shop@firm.example',
    [
      'Instructions cannot say who an email was sent to (robin+shop@firm.example), ' +
        'only who sent it and what it is about.',
    ],
  ],
  [
    'Everything from firm.example, newsletters: Reading',
    [
      'Not understood, so it is no rule: “newsletters: Reading”. Try a short sentence, such as “No newsletters.”',
      'Email from firm.example will always come here.',
    ],
  ],
  [
    'Mail from nina@firm.example goes to Work',
    [
      'Not understood, so it is no rule: “Mail from nina@firm.example goes to Work”. ' +
        'Try a short sentence, such as “No newsletters.”',
    ],
  ],
  ['Mail from nina@firm.example goes to Firm', ['Email from nina@firm.example will always come here.']],
  ['Alles andere von firm.example', ['Email from firm.example comes here unless it fits another folder.']],
  ['Invoices from a@firm.example', ['Of email from a@firm.example, what you describe comes here.']],
  ['Invoices from firm.example', ['Of email from firm.example, what you describe comes here.']],
  [
    'Nur von nina@firm.example',
    ['Email from nina@firm.example will always come here.', 'Email from anyone else never comes here.'],
  ],
  [
    'Everything from gmail.com',
    ['Many people share gmail.com, so it cannot be a rule. Write complete addresses instead.'],
  ],
  [
    'nina@firm.example. Not from nina@firm.example',
    ['Email from nina@firm.example is both wanted and excluded here. It never comes here.'],
  ],
  [
    'a@x.example, b@x.example, c@x.example, d@x.example, e@x.example',
    ['Email from a@x.example, b@x.example, c@x.example, and 2 more will always come here.'],
  ],
])('says what it read: %s', (text, expected) => expect(texts(text)).toEqual(expected))

it('names the folder that wants the same email, first and as a warning', () => {
  const others = [
    { name: 'Club', instructions: 'Mail from nina@firm.example' },
    { name: 'Work', instructions: 'Everything from firm.example' },
  ]
  const instructions = 'From nina@firm.example, tom@firm.example'
  expect(senderRuleTexts({ name: 'Firm', instructions }, others)).toEqual([
    { tone: 'warn', text: '“Club” also wants email from nina@firm.example; it will wait for your review.' },
    { tone: 'plain', text: 'Email from tom@firm.example will always come here.' },
  ])
})
