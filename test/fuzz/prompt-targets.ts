import assert from 'node:assert/strict'
import { actionTextMaxLength, maxPlanSteps } from '../../contract/limits.ts'
import { parseInstructionRules } from '../../packages/classifier/classifier.ts'
import { acceptProposal, proposalSchemas } from '../../server/prompts/model-plan-proposal.ts'
import { completePrompt } from '../../server/prompts/complete-prompt.ts'
import { parsePrompt } from '../../server/prompts/parse-prompt.ts'
import { leaveInInbox, quotedIn, sortingQuestion } from '../../server/sorting/language-model/sorting-question.ts'
import { toMailToSort } from '../../server/sorting/messages/mail-to-sort.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { messageWith } from './mail-targets.ts'

/** Prompts of actions and instructions of folders, which every signed-in user can write. */
const prompt: FuzzTarget = {
  name: 'prompt',
  maxLength: actionTextMaxLength,
  tokens: [
    'Save ',
    'all attachments ',
    'to Dropbox ',
    'in /Finance/{year}/',
    '{sender_domain}',
    '{',
    '}',
    'larger than 5 MB ',
    'and ',
    'then ',
    ', ',
    '. ',
    '\n',
    '"',
    'everything from ',
    'not from ',
    'only ',
    '@shop.example',
    'nina@shop.example ',
    'Speichere Rechnungen als PDF ',
    'créez un contact ',
    '/',
    '’',
    '\u0301',
    '\ud800',
    '1',
    '-',
  ],
  run(input) {
    for (const kind of ['store', 'agent'] as const) {
      const { plan, confidence } = parsePrompt(input, kind)
      assert.ok(plan?.kind !== 'agent' || plan.steps.length <= maxPlanSteps)
      assert.ok(confidence >= 0 && confidence <= 1)
    }
    parseInstructionRules(input)
    const completed = completePrompt(input.slice(0, actionTextMaxLength))
    assert.ok(completed.length <= actionTextMaxLength)
  },
}

const mail = { ...toMailToSort(messageWith('Order number 77')), text: 'The order 77 was sent.' }
const folders = [{ id: 'a', name: 'Orders', instructions: 'What I bought' }]
const one = sortingQuestion(mail, folders)
const userPrompt = 'Save invoices to Dropbox in /Finance'
const parsed = parsePrompt(userPrompt, 'store')

/** What a language model answers, which an email may have told it. */
const modelAnswer: FuzzTarget = {
  name: 'model answer',
  tokens: [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    'null',
    '0.9',
    '"folder":"f1"',
    '"folder":"leave"',
    '"folder":"Orders"',
    '"confidence":1',
    '"quotes":["order 77"]',
    '"filter":{"types":["pdf"]}',
    '"steps":[',
    '"tool":"store_file"',
    '"understood":true',
    '"__proto__":',
    '\\ud800',
    '1e999',
    ' ',
  ],
  run(input) {
    const value = parseJson(input)
    const alone = one.question.schema.safeParse(value).data
    if (alone) {
      assert.ok(alone.folder === leaveInInbox || one.folders.has(alone.folder))
      for (const quote of quotedIn(mail, alone.quotes))
        assert.ok(mail.text.includes(quote) || mail.subject.includes(quote))
    }
    for (const schema of [proposalSchemas.agent, proposalSchemas.store]) {
      const proposal = schema.safeParse(value).data
      if (proposal) acceptProposal(proposal, userPrompt, parsed)
    }
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const promptTargets: FuzzTarget[] = [prompt, modelAnswer]
