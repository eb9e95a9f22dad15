import { expect, test } from 'vitest'
import { createModel, observe } from '../../../packages/classifier/classifier.ts'
import { readCorpus } from '../../../packages/classifier/eval/corpus.ts'
import { FILING_THRESHOLD, fileMessage } from '../../../packages/classifier/eval/filing.ts'
import { decide } from './decide.ts'

const MAILBOXES = ['held-out/en', 'held-out/fr', 'mailboxes/es'].map((name) =>
  readCorpus(`packages/classifier/eval/${name}.jsonl`, { contentOnly: false, folders: null }),
)
const code = { subject: 'Your sign-in code', text: 'Your verification code is 493021. Do not share it with anyone.' }

test('the product files what the evaluation files, where no rule of the user decides', () => {
  const outcomes = MAILBOXES.flatMap(({ messages, folders }) => {
    const model = createModel()
    for (const { mail } of messages) observe(model, mail)
    return messages.flatMap(({ mail }) =>
      [mail, { ...mail, ...code }].flatMap((one) => {
        const context = {
          model,
          conditions: [],
          corrections: [],
          isFromKnownSender: false,
          threshold: FILING_THRESHOLD,
        }
        const { by, folderId } = decide(one, folders, context)
        const { folder, isFiled } = fileMessage(model, one, folders)
        return by === 'condition' ? [] : [{ product: folderId, evaluation: isFiled ? folder : null, by }]
      }),
    )
  })
  for (const { product, evaluation } of outcomes) expect(product).toBe(evaluation)
  expect(outcomes.filter(({ product }) => product !== null).length).toBeGreaterThan(40)
  expect(outcomes.filter(({ by }) => by === 'security').length).toBeGreaterThan(40)
})
