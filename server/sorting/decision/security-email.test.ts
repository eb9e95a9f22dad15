import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFolders } from '../../../packages/classifier/testing/arbitrary.ts'
import { mailWith } from '../../../packages/classifier/testing/messages.ts'
import { createModel, learn, type MessageToSort } from '../../../packages/classifier/classifier.ts'
import { decide } from './decide.ts'
import type { Candidate, DecisionContext } from './decision.ts'

const code = mailWith({
  from: 'login@acme.example',
  subject: 'Your verification code',
  text: 'Your verification code is 482913. It expires in 10 minutes.',
})
const notice = mailWith({
  from: 'security@acme.example',
  subject: 'New sign-in to your account',
  text: 'We noticed a new sign-in to your account. If this was not you, change your password.',
})
const phishing = mailWith({
  from: 'notice@storage-desk.example',
  fromName: 'Mail Administrator',
  subject: 'Your mailbox is full',
  text: 'Click here to upgrade your quota within 24 hours or lose access.',
})
const other = mailWith({ from: 'tom@x.example', subject: 'Party', text: 'See you on Saturday' })

const kinds = [
  ['sign_in_code', code],
  ['account_security', notice],
  ['phishing', phishing],
] as const

type Way = 'condition' | 'instructions' | 'correction' | 'learned'
const ways: Way[] = ['condition', 'instructions', 'correction', 'learned']

/** A mailbox that files the email in Alerts. */
function filing(mail: MessageToSort, way: Way, includesSecurityEmail = false): [Candidate[], DecisionContext] {
  const instructions = way === 'instructions' ? `Everything from ${mail.from}` : ''
  const folders: Candidate[] = [
    { id: 'a', name: 'Alerts', instructions, includesSecurityEmail },
    { id: 'b', name: 'Friends', instructions: '' },
  ]
  const model = createModel()
  if (way === 'learned')
    for (let i = 0; i < 10; i++) {
      learn(model, mail, 'a', folders)
      learn(model, other, 'b', folders)
    }
  return [
    folders,
    {
      model,
      conditions: way === 'condition' ? [{ kind: 'address', value: mail.from, folderId: 'a' }] : [],
      corrections: way === 'correction' ? [{ kind: 'sender', value: mail.from, folderId: 'a' }] : [],
      isFromKnownSender: false,
      threshold: 0.6,
    },
  ]
}

describe.each(kinds)('%s', (reason, mail) => {
  it.each(ways)('stays in the inbox where a folder gets it by %s', (way) => {
    const [folders, context] = filing(mail, way)
    expect(decide(mail, folders, { ...context, isRead: true }).folderId).toBe('a')
    const decision = decide(mail, folders, context)
    expect(decision).toMatchObject({ folderId: null, by: 'security', reason, actionsWait: false })
    expect(decision.evidence).toEqual([{ kind: 'sender', text: mail.from }])
    expect(decision.runnerUp?.folderId).toBe(reason === 'phishing' ? undefined : 'a')
    expect(decision.explanation).toContain(reason === 'phishing' ? 'phishing' : 'instead of “Alerts”')
  })

  it.each(ways)('is filed by %s where the folder takes such email', (way) => {
    expect(decide(mail, ...filing(mail, way, true)).folderId).toBe('a')
  })

  it('stays with its reason where no folder fits', () => {
    const [, context] = filing(other, 'condition')
    expect(decide(mail, [], context)).toMatchObject({ folderId: null, reason, runnerUp: null })
  })
})

it('names the signs of phishing', () => {
  expect(decide(phishing, ...filing(phishing, 'learned')).explanation).toBe(
    'It looks like phishing, so it stays in the inbox; the sender’s address does not fit its name; ' +
      'it is about a full or expiring mailbox; it threatens you with a loss',
  )
})

it('keeps the sentence of a rule of the user for the inbox, except about phishing', () => {
  const leaving = (mail: MessageToSort): [Candidate[], DecisionContext] => {
    const [folders, context] = filing(mail, 'correction')
    return [folders, { ...context, corrections: [{ kind: 'sender', value: mail.from, folderId: 'inbox' }] }]
  }
  expect(decide(code, ...leaving(code)).by).toBe('correction')
  expect(decide(phishing, ...leaving(phishing)).by).toBe('security')
})

it('is never filed while unread, in any mailbox', () => {
  fc.assert(
    fc.property(
      anyFolders,
      fc.constantFrom(...kinds),
      fc.constantFrom(...ways),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (more, [, mail], way, threshold) => {
        const [folders, context] = filing(mail, way)
        const others = more.filter(({ id }) => id !== 'a')
        const decision = decide(mail, [...others, ...folders.slice(0, 1)], { ...context, threshold })
        expect(decision.folderId).toBeNull()
        expect(decision.explanation).toMatch(/^\P{Cc}{1,200}$/u)
      },
    ),
  )
})
