import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnsure } from '../../../contract/reasons.ts'
import {
  createModel,
  fileByContent,
  MIN_OFFERED_CONFIDENCE,
  INBOX,
  learn,
  type MessageToSort,
} from '../../../packages/classifier/classifier.ts'
import { anyFolders, anyHistory, anyMail } from '../../../packages/classifier/testing/arbitrary.ts'
import { folder, mailWith } from '../../../packages/classifier/testing/messages.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'

const INSTRUCTIONS = 'Letters from garden centres, seed catalogues and my allotment club'
const CLUB = folder('Club', 'Tennis club: matches, training and membership')
const BILLS = folder('Bills', 'Invoices and payments')
const GARDENING = folder('Gardening', INSTRUCTIONS)
const TAUGHT = [CLUB, BILLS]
const WATERING = { subject: 'Allotment club: watering rota', text: 'Please choose a week in July for the watering.' }

const CLUB_TEXT = 'Dear members of the club, the match on Saturday. See you there.'

/** A mailbox with many learned emails; all but some of the club's come from one address. */
function taughtModel() {
  const model = createModel()
  const topics = [
    'training on Monday',
    'the match on Saturday',
    'new rackets',
    'membership fees',
    'a party at the club',
  ]
  for (let n = 0; n < 150; n++) {
    const topic = topics[n % topics.length] ?? ''
    const club = { subject: `Club: ${topic}`, text: `Dear members of the club, ${topic}. See you there.` }
    const from = n % 10 === 0 ? 'secretary@chess.example' : 'office@sportivo.example'
    learn(model, mailWith({ ...club, from, receivedAt: at(2 * n) }), 'Club', TAUGHT)
    const bill = { subject: `Invoice ${n}`, text: 'The amount due is 40 euro.', receivedAt: at(2 * n + 1) }
    learn(model, mailWith({ ...bill, from: 'billing@power.example' }), 'Bills', TAUGHT)
  }
  return model
}
const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour))
const TAUGHT_MODEL = taughtModel()

function decided(mail: Partial<MessageToSort>, folders = [...TAUGHT, GARDENING], threshold = 0.6): Decision {
  const known = { conditions: [], corrections: [], isFromKnownSender: false, threshold }
  return decide(mailWith({ receivedAt: at(100), ...mail }), folders, { model: TAUGHT_MODEL, ...known })
}

test('mail that a new folder describes goes there; the explanation names the sentence and the learned folder', () => {
  const catalogue = { from: 'rota@plots.example', subject: 'Seed catalogues of the garden centres', text: CLUB_TEXT }
  expect(decided(catalogue, TAUGHT).folderId).toBe('Club')
  const decision = decided(catalogue)
  expect(decision).toMatchObject({ folderId: 'Gardening', reason: 'sorted', by: 'classifier', basis: 'instructions' })
  expect(decision.explanation).toBe(`Your instructions: “${INSTRUCTIONS}”; “Club” has no emails from this sender`)
  expect(decision.evidence[0]).toEqual({ kind: 'instruction_sentence', text: INSTRUCTIONS })
})

test('mail that the user keeps in the inbox waits for review with the described folder, and says why', () => {
  const model = taughtModel()
  const kept = { from: 'rota@plots.example', subject: 'Seed catalogues of the garden centres', text: CLUB_TEXT }
  for (let n = 0; n < 20; n++) learn(model, mailWith({ ...kept, receivedAt: at(400 + n) }), INBOX, TAUGHT)
  const known = { conditions: [], corrections: [], isFromKnownSender: false, threshold: 0.3 }
  const decision = decide(mailWith({ ...kept, receivedAt: at(500) }), [...TAUGHT, GARDENING], { model, ...known })
  expect(decision).toMatchObject({ folderId: null, reason: 'low_confidence', runnerUp: { folderId: 'Gardening' } })
  expect(decision.explanation).toBe(
    'Your instructions for “Gardening” match, but you have kept similar emails in the inbox, so you decide',
  )
})

test.each(['rota@plots.example', 'secretary@chess.example', 'office@sportivo.example'])(
  'mail from %s that a new folder describes goes there or is left with this folder offered first, never to another',
  (from) => {
    expect(decided({ from, ...WATERING }, TAUGHT)).toMatchObject({ folderId: 'Club' })
    for (const threshold of [0.3, 0.6, 0.95]) {
      const { folderId, runnerUp, reason } = decided({ from, ...WATERING }, undefined, threshold)
      expect([null, 'Gardening']).toContain(folderId)
      if (folderId === null) expect([runnerUp?.folderId, isUnsure(reason)]).toEqual(['Gardening', true])
    }
  },
)

test('mail of a sender whose mail was filed elsewhere is left for review, with both folders and both reasons', () => {
  const catalogue = {
    from: 'office@sportivo.example',
    subject: 'Seed catalogue of the season',
    text: 'See you on Sunday.',
  }
  const decision = decided(catalogue, undefined, 0.3)
  expect(decision).toMatchObject({
    folderId: null,
    reason: 'instructions_conflict',
    runnerUp: { folderId: 'Gardening' },
    secondChoiceId: 'Club',
    explanation: 'Your instructions for “Gardening” match, but “Club” has emails from this sender: choose one of them',
  })
  expect(decision.evidence).toEqual(
    expect.arrayContaining([
      { kind: 'instruction_sentence', text: INSTRUCTIONS },
      { kind: 'sender', text: 'office@sportivo.example' },
    ]),
  )
})

test('the explanation of a conflict names the right folders where the new folder is also the likeliest', () => {
  const seeds = { from: 'office@sportivo.example', subject: 'Seed catalogue of the garden centre', text: 'Seeds.' }
  const decision = decided(seeds)
  expect(decision).toMatchObject({
    folderId: null,
    reason: 'instructions_conflict',
    runnerUp: { folderId: 'Gardening' },
    secondChoiceId: 'Club',
    explanation: 'Your instructions for “Gardening” match, but “Club” has emails from this sender: choose one of them',
  })
  expect(decision.evidence).toContainEqual({ kind: 'instruction_sentence', text: INSTRUCTIONS })
})

test('mail of an unknown sender with the name alone, or with pasted instructions, is left for review', () => {
  const from = 'x@attacker.example'
  expect(decided({ from, subject: 'Gardening', text: 'Click here to win.' }, undefined, 0.3)).toMatchObject({
    folderId: null,
    reason: 'name_only',
    confidence: null,
    runnerUp: { folderId: 'Gardening', confidence: null },
    explanation: 'New sender: only words of your folder match. Does it belong in “Gardening”?',
  })
  expect(decided({ from, subject: INSTRUCTIONS, text: 'Click here to win.' }, undefined, 0.3)).toMatchObject({
    folderId: null,
    reason: 'instructions_pasted',
    runnerUp: { folderId: 'Gardening' },
    explanation: 'New sender, and the email has the words of your instructions for “Gardening”. Does it belong there?',
  })
})

test('mail that only its text supports is left with a question, and without the limit of its confidence', () => {
  const mail = {
    from: 'kim@stranger.example',
    subject: 'For you',
    text: 'Seed catalogue, compost, tomatoes and hedges.',
  }
  expect(decided(mail)).toMatchObject({
    folderId: null,
    reason: 'low_confidence',
    confidence: null,
    runnerUp: { folderId: 'Gardening', confidence: null },
    explanation: 'Only the text points to “Gardening”, not subject and sender. Does it belong there?',
  })
})

test('mail for which one word speaks is left with a question, and without the limit of its confidence', () => {
  const mail = { from: 'anna@quiet.example', subject: 'A walk along the bank of the river on Sunday' }
  const bank = folder('Zuqo', 'Statements and card notices of my bank, transfers')
  const known = { model: createModel(), conditions: [], corrections: [], isFromKnownSender: false, threshold: 0.6 }
  expect(decide(mailWith(mail), [bank], known)).toMatchObject({
    folderId: null,
    reason: 'low_confidence',
    confidence: null,
    runnerUp: { folderId: 'Zuqo', confidence: null },
    explanation: 'Only one word points to “Zuqo”. Does it belong there?',
  })
  expect(decide(mailWith(mail), [bank], { ...known, threshold: 0.5 })).toMatchObject({
    folderId: 'Zuqo',
    confidence: null,
  })
})

test.each([
  ['Bills', 'Invoices', { subject: 'Invoice', text: 'The direct debit of 49.90 is due on Friday.' }],
  ['Pets', 'The vet and the dog', { subject: 'The dog', text: 'The vaccination booster is due at the vet.' }],
])('a copy of “%s: %s” is filed for its topic, and holds the actions', (name, instructions, mail) => {
  const folders = [{ id: 'a', name, instructions }, folder('Friends', 'Parties'), folder('Club', 'My tennis club')]
  const known = { model: createModel(), conditions: [], corrections: [], isFromKnownSender: false, threshold: 0.6 }
  const from = 'hello@stranger.example'
  expect(decide(mailWith({ from, ...mail }), folders, known)).toMatchObject({ folderId: 'a', actionsWait: true })
  const corrections = [{ kind: 'sender' as const, value: from, folderId: 'a' }]
  expect(decide(mailWith({ from, ...mail }), folders, { ...known, corrections }).actionsWait).toBe(false)
})

test('whatever the threshold, a ranking for review is left, as unsure from 25 % on, and offers two folders', () => {
  fc.assert(
    fc.property(anyHistory, anyMail, anyFolders, fc.double({ min: 0, max: 1 }), (history, mail, folders, threshold) => {
      const model = createModel()
      for (const { mail: old, folderId } of history) learn(model, old, folderId, folders)
      const { review, candidates, confidence } = fileByContent(model, mail, folders, threshold).ranking
      const known = { model, conditions: [], corrections: [], isFromKnownSender: false, threshold }
      const { folderId, reason, runnerUp, secondChoiceId } = decide(mail, folders, known)
      if (review === null) return
      const isOffered = confidence >= MIN_OFFERED_CONFIDENCE
      expect([folderId, isUnsure(reason)]).toEqual([null, isOffered])
      if (!isOffered) return
      const offered = [runnerUp?.folderId, secondChoiceId]
      const [first, second] = candidates.map((candidate) => candidate.folderId)
      expect(offered).toEqual(review === 'instructions-against-learning' ? [second, first] : [first, second ?? null])
    }),
  )
})
